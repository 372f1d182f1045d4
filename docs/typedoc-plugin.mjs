import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Application, Converter, JSX, PageEvent } from 'typedoc';
import { writeLlms } from './llms.mjs';
import { addHeadingsToSearch } from './typedoc-search.mjs';

/** The navigation group of a page: its part of the menu, or by its path. */
function groupOf(path) {
  if (path === 'docs/README.md') return 'Queries';
  const [, ...parts] = readFileSync('docs/README.md', 'utf8').split(/^## /m);
  return (
    parts.find((part) => part.includes(`](${path.replace('docs/', '')})`))?.split('\n')[0] ??
    'Project'
  );
}

/**
 * Lets headings keep their code: TypeDoc makes anchors and the table of contents from plain text alone.
 *
 * @param {import('markdown-it').default} parser
 */
const keepCodeOfHeadings = (parser) =>
  parser.core.ruler.push('code-of-headings', ({ tokens, Token }) => {
    for (const [index, { type }] of tokens.entries()) {
      const heading = tokens[index + 1];
      if (type !== 'heading_open' || !heading?.children) continue;
      heading.children = heading.children.flatMap((child) => {
        if (child.type !== 'code_inline') return [child];
        const parts = [
          new Token('html_inline', '', 0),
          new Token('text', '', 0),
          new Token('html_inline', '', 0),
        ];
        for (const [part, content] of ['<code>', child.content, '</code>'].entries())
          parts[part].content = content;
        return parts;
      });
    }
  });

const OPEN_FIRST_GROUP = "localStorage['tsd-accordion-Queries'] ??= 'true'";

/**
 * Sets the title of each page to its first heading, and its navigation group as the menu says. Front matter could do the same,
 * but GitHub and npm would show it as text.
 *
 * @param {import('typedoc').Application} app
 */
export function load(app) {
  app.on(Application.EVENT_BOOTSTRAP_END, () =>
    app.options.setValue('markdownItLoader', keepCodeOfHeadings),
  );

  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, page) => {
    const path = relative(process.cwd(), app.files.getReflectionPath(page) ?? '').replaceAll(
      '\\',
      '/',
    );
    page.name = /^# (.+)$/m.exec(page.content[0]?.text ?? '')?.[1] ?? page.name;
    page.frontmatter.group = groupOf(path);
  });

  // The rows of decisions have anchors of their own. TypeDoc knows only those of headings.
  app.renderer.on(PageEvent.BEGIN, ({ model }) => {
    if (!model.isDocument?.()) return;
    const anchors = model.content.flatMap(({ text }) => [...text.matchAll(/<a id="(\d+)">/g)]);
    for (const [, anchor] of anchors) app.renderer.router?.getSlugger(model).slug(anchor);
  });

  // A first visit shows the pages for beginners. The key is that of TypeDoc's script.
  app.renderer.hooks.on('head.begin', () =>
    JSX.createElement('script', null, JSX.createElement(JSX.Raw, { html: OPEN_FIRST_GROUP })),
  );
  addHeadingsToSearch(app);
  app.renderer.postRenderAsyncJobs.push(async ({ outputDirectory, pages }) => {
    const urlOf = (page) => {
      const [, title] = /^# (.+)$/m.exec(readFileSync(`docs/${page}`, 'utf8')) ?? [];
      return pages.find(({ model }) => model.isDocument?.() && model.name === title)?.url ?? page;
    };
    writeLlms(outputDirectory, urlOf);
  });

  // Its members fill several screens, and the named rows (`Balance`, …) document the same fields.
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const schema = Object.values(project.reflections).find(({ name }) => name === 'PaymentsSchema');
    for (const member of schema?.isDeclaration() ? [...(schema.children ?? [])] : [])
      project.removeReflection(member);
  });
}
