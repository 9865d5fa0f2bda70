import type { ExtraProps } from 'react-markdown';

type Element = NonNullable<ExtraProps['node']>;
type Node = Element['children'][number];
interface Tree {
  children: (Node | { type: 'doctype' })[];
}

/** Minimum number of sections for a table of contents. */
const SECTIONS_WORTH_A_LIST = 4;

/**
 * Splits off a leading title. The page shows it as its only top-level heading, so that documents with and without a title look
 * the same.
 */
export function splitTitle(content: string): { title: string | null; body: string } {
  const found = /^\s*#[ \t]+(\S.*?)[ \t]*#*[ \t]*(?:\r?\n|$)/.exec(content);
  const [line, title] = found ?? [];
  return line === undefined || title === undefined
    ? { title: null, body: content }
    : { title, body: content.slice(line.length) };
}

const textOf = (node: Node): string => {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
};

const levelOf = (node: Tree['children'][number]): number | null =>
  node.type === 'element' && /^h[1-6]$/.test(node.tagName) ? Number(node.tagName.slice(1)) : null;

/** URL name of a section: its words, in any script. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.join('-') ?? 'section';

/** Element id of a section, prefixed to avoid the ids of the page. */
export const sectionId = (slug: string): string => `section-${slug}`;

const element = (tagName: string, properties: Element['properties'], children: Node[]): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

/**
 * Rehype plugin: starts headings below the page heading without skipping levels, gives each an id, and prepends a table of
 * contents (`nav`) if there are enough sections. Modifies the tree in place.
 */
export const withOutline = () => (tree: Tree) => {
  const headings = tree.children.filter((node): node is Element => levelOf(node) !== null);
  const highest = Math.min(...headings.map((node) => levelOf(node) ?? 6));
  const taken = new Map<string, number>();
  const sections: { slug: string; text: string }[] = [];
  let above = 1;
  for (const heading of headings) {
    const level = Math.min((levelOf(heading) ?? 6) - highest + 2, above + 1, 6);
    above = level;
    const text = textOf(heading);
    const slug = slugOf(text);
    const count = (taken.get(slug) ?? 0) + 1;
    taken.set(slug, count);
    const own = count === 1 ? slug : `${slug}-${count}`;
    heading.tagName = `h${level}`;
    heading.properties = { id: sectionId(own), tabIndex: -1 };
    if (level === 2) sections.push({ slug: own, text });
  }
  if (sections.length < SECTIONS_WORTH_A_LIST) return;
  const links = sections.map(({ slug, text }) =>
    element('li', {}, [element('a', { href: `#${slug}` }, [{ type: 'text', value: text }])]),
  );
  tree.children.unshift(element('nav', {}, [element('ul', {}, links)]));
};
