// Colours by meaning, once for everything that is drawn on a board: the palette of Okabe and Ito, which people
// with any kind of colour vision can tell apart. Width, dash or a letter tells the meanings apart as well.

export const PALETTE = {
  blue: '#0072B2',
  orange: '#E69F00',
  vermilion: '#D55E00',
  green: '#009E73',
  purple: '#CC79A7',
  gray: '#6B6F76',
} as const;

export interface Ink {
  color: string;
  lineWidth: number;
  opacity: number;
}

const ink = (color: string, lineWidth = 10, opacity = 0.9): Ink => ({ color, lineWidth, opacity });

/** What a mark may mean. */
export const INKS: Record<string, Ink> = {
  attacker: ink(PALETTE.green),
  target: ink(PALETTE.vermilion),
  defender: ink(PALETTE.blue),
  move: ink(PALETTE.green),
  white: ink(PALETTE.blue, 7),
  black: ink(PALETTE.orange, 7),
  line: ink(PALETTE.purple, 7),
  quiet: ink(PALETTE.gray, 5, 0.75),
  attack: ink(PALETTE.vermilion, 6),
  defend: ink(PALETTE.green, 5),
  engine: ink(PALETTE.blue, 9, 0.75),
  win: ink(PALETTE.green, 8),
  draw: ink(PALETTE.gray, 8),
  loss: ink(PALETTE.vermilion, 8),
};
