// What a reader chose, kept in the browser.

export interface Settings {
  theme: 'system' | 'light' | 'dark';
  language: 'en' | 'de';
  level: 'beginner' | 'club' | 'expert';
  effort: 'fast' | 'normal' | 'deep';
  notation: 'letters' | 'figurines';
  board: 'green' | 'gray';
  text: 'hidden' | 'shown';
}

const KEY = 'reti';
const plain: Settings = {
  theme: 'system',
  language: navigator.language?.startsWith('de') ? 'de' : 'en',
  level: 'club',
  effort: 'normal',
  notation: 'letters',
  board: 'green',
  text: 'hidden',
};

export const CHOICES: { [K in keyof Settings]: Settings[K][] } = {
  language: ['en', 'de'],
  level: ['beginner', 'club', 'expert'],
  effort: ['fast', 'normal', 'deep'],
  notation: ['letters', 'figurines'],
  theme: ['system', 'light', 'dark'],
  board: ['green', 'gray'],
  text: ['hidden', 'shown'],
};

function stored(): Partial<Settings> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (!read || typeof read !== 'object') return {};
    const known = Object.entries(read).filter(([name, value]) =>
      (CHOICES[name as keyof Settings] as string[] | undefined)?.includes(value as string),
    );
    return Object.fromEntries(known) as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings: Settings = { ...plain, ...stored() };

export function choose<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage the choice holds until the page is closed.
  }
  dress();
}

/** Puts the choices that are looks onto the page. */
export function dress(): void {
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.board = settings.board;
  root.dataset.text = settings.text;
  root.lang = settings.language;
}

const FIGURINES: Record<string, string> = { K: '\u2654', Q: '\u2655', R: '\u2656', B: '\u2657', N: '\u2658' };

/** A move as it is shown. */
export function shownSan(san: string): string {
  return settings.notation === 'figurines' ? san.replace(/[KQRBN]/g, letter => FIGURINES[letter] ?? letter) : san;
}

/** A number as the language writes it. */
export function figure(value: number): string {
  return value.toLocaleString(settings.language, { maximumFractionDigits: 1 });
}
