// The page's words come with the page, in the language of its comments.

let words: Record<string, string> = {};

/** Takes the words of the page. */
export function learn(all: Record<string, string>): void {
  words = all;
}

/** A word or sentence; `{name}` is replaced by what is given. */
export function say(key: string, filling: Record<string, string | number> = {}): string {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(filling[name] ?? whole));
}
