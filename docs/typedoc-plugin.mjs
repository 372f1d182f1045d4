import { relative } from 'node:path';
import { Converter } from 'typedoc';

/** Where a page stands in the navigation, by its path. */
const groups = [
  [/^docs\/(guide\/|README)/, 'Guide'],
  [/^docs\/decisions\//, 'Decisions'],
  [/./, 'Project'],
];

/**
 * Gives each page the title of its first heading and a place in the navigation, so that pages need no header of their own,
 * which would show where they are read as plain files.
 *
 * @param {import('typedoc').Application} app
 */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, page) => {
    const path = relative(process.cwd(), app.files.getReflectionPath(page) ?? '').replaceAll('\\', '/');
    page.name = /^# (.+)$/m.exec(page.content[0]?.text ?? '')?.[1] ?? page.name;
    page.frontmatter.group = groups.find(([pattern]) => pattern.test(path))?.[1];
  });

  // Its members say in types what the rows say in words, on several screens.
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const schema = Object.values(project.reflections).find(({ name }) => name === 'PaymentsSchema');
    for (const member of schema?.isDeclaration() ? [...(schema.children ?? [])] : [])
      project.removeReflection(member);
  });
}
