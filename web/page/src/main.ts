// The page of `reti serve`, and of the site that needs no server: a board on which every sentence can be touched.

import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import '../../board/src/base.css';
import './page.css';
import { learn } from '../../board/src/words';
import english from 'words:en';
import { Asked } from './asked';
import { Http } from './http';
import { dress, settings } from './settings';
import { Shell } from './shell';
import { Workers } from './workers';

// English comes with the page and stands in for what another language lacks.
const languages = { en: undefined, de: () => import('words:de') };

/** Where no server does the chess, the page says so (`cargo xtask site`). */
const alone = document.querySelector('meta[name=reti-alone]') !== null;

async function begin(): Promise<void> {
  dress();
  const other = await languages[settings.language]?.();
  learn({ ...english, ...other?.default });
  document.body.replaceChildren();
  new Shell(new Asked(alone ? new Workers() : new Http())).begin(document.body);
}

void begin();
