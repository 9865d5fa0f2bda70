import type { Command } from './commands';

/** Commands that contain every word of a text, prefix matches first. */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ label, group, keywords = '' }) => {
    const haystack = `${label} ${group} ${keywords}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
  const begins = (command: Command) => words[0] !== undefined && command.label.toLowerCase().startsWith(words[0]);
  return [...found.filter(begins), ...found.filter((command) => !begins(command))];
}
