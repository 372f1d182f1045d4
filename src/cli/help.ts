import type { Command, OptionDefinition } from './command.js';
import { generalOptions } from './parse-options.js';

/** The default width of a terminal. */
const WIDTH = 80;

/** The name of the program. */
const PROGRAM = 'payments-data-client';

/** The text of `--help` without a command. */
export function generalHelp(commands: readonly Pick<Command, 'name' | 'summary'>[]): string {
  return [
    `Usage: ${PROGRAM} <command> [options]`,
    '',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    ...columns(Object.entries(generalOptions).map(describeOption)),
    '',
    `Run \`${PROGRAM} <command> --help\` for the options of a command.`,
  ].join('\n');
}

/** The text of `--help` of a command. */
export function commandHelp({ name, summary, options, examples }: Command): string {
  return [
    `Usage: ${PROGRAM} ${name} [options]`,
    '',
    ...fill(summary.split(' '), WIDTH),
    '',
    ...columns([...Object.entries(options), ...Object.entries(generalOptions)].map(describeOption)),
    '',
    examples.length === 1 ? 'Example:' : 'Examples:',
    ...examples.map(breakCommand),
  ].join('\n');
}

/** A command line in lines that a shell reads as one. */
const breakCommand = (command: string): string =>
  `  ${fill(`${PROGRAM} ${command}`.split(/ (?=--)/), WIDTH - 6).join(' \\\n    ')}`;

function describeOption([name, option]: readonly [string, OptionDefinition & { readonly short?: string }]) {
  const value = option.placeholder ? ` <${option.placeholder}>` : '';
  const notes = [
    option.default && `default ${option.default}`,
    option.required && 'required',
    option.multiple && 'repeatable',
  ].filter((note) => note);
  return [
    `${option.short ? `-${option.short}, ` : ''}--${name}${value}`,
    `${option.help}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`,
  ] as const;
}

/** Rows of a name and its explanation, which is wrapped in its own column. */
function columns(rows: readonly (readonly [name: string, text: string])[]): string[] {
  const start = Math.max(...rows.map(([name]) => name.length)) + 4;
  return rows.flatMap(([name, text]) =>
    fill(text.split(' '), WIDTH - start).map(
      (line, index) => `  ${index === 0 ? name : ''}`.padEnd(start) + line,
    ),
  );
}

/** Words in lines of at most a width. */
export function fill([first = '', ...words]: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of words) {
    if (line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line += ` ${word}`;
  }
  return [...lines, line];
}
