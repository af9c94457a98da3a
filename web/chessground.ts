// Chessground sets a style attribute on its drawings, which a strict content security policy refuses. The same is
// said in base.css instead.
import type { Plugin } from 'vite';

const ATTRIBUTE = "style: 'color-scheme:light only',";

export function withoutStyleAttribute(): Plugin {
  return {
    name: 'chessground-without-style-attribute',
    transform(code, id) {
      if (!/chessground\/dist\/wrap\.js/.test(id)) return undefined;
      if (!code.includes(ATTRIBUTE)) this.error(`${id} has changed: no ${ATTRIBUTE}`);
      return { code: code.replace(ATTRIBUTE, ''), map: null };
    },
  };
}
