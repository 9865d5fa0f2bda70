import type { Command } from './commands';

/** The commands that hold every word of a text, those whose name begins with it first. */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ label, group, keywords = '' }) => {
    const haystack = `${label} ${group} ${keywords}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
  const begins = (command: Command) => words[0] !== undefined && command.label.toLowerCase().startsWith(words[0]);
  return [...found.filter(begins), ...found.filter((command) => !begins(command))];
}
