import { createHash } from "node:crypto";
import type Koa from "koa";
import type { Locale } from "../../i18n/locales.ts";
import { escapeHtml } from "../../platform/html.ts";

// The responses of a server that has no client to serve: it starts, stops, or stands by.

/** Seconds until a page loads itself again. */
const RELOAD_S = 3;

const STYLE = `body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1a1d21;background:#f4f6f8}
main{max-width:560px;margin:6vh auto;padding:24px;background:#fff;border:1px solid #d5dae0;border-radius:12px}
h1{margin-top:0;font-size:1.4em}dt{color:#59626d;font-size:.9em}dd{margin:0 0 12px}
label{display:block;font-weight:600}
input{box-sizing:border-box;width:100%;padding:10px;font:inherit;border:1px solid #6b7480;border-radius:8px}
button,.button{display:inline-block;margin-top:12px;padding:10px 16px;font:inherit;font-weight:600;color:#fff;background:#a3160f;border:0;border-radius:8px;text-decoration:none}
.problem{padding:10px;background:#fde8e7;color:#8a120c;border-radius:8px}
@media (prefers-color-scheme:dark){body{color:#e8ebef;background:#14171a}main{background:#1e2226;border-color:#3a4149}dt{color:#a7b0ba}
input{color:inherit;background:#14171a}.problem{background:#4a1714;color:#ffd9d6}}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** Sends JSON, with the status that the response has. */
export function sendJson(ctx: Koa.Context, body: object): void {
  ctx.set("Cache-Control", "no-store");
  ctx.type = "application/json; charset=utf-8";
  ctx.body = JSON.stringify(body);
}

/** A page without scripts and without other files. */
export interface PlainPage {
  readonly language: Locale;
  readonly title: string;
  /** HTML. */
  readonly content: string;
  /** It loads itself again every three seconds. */
  readonly isReloaded: boolean;
}

/** Sends a page, with the status that the response has. */
export function sendPage(ctx: Koa.Context, { language, title, content, isReloaded }: PlainPage): void {
  ctx.set("Cache-Control", "no-store");
  ctx.set("Content-Security-Policy", POLICY);
  ctx.type = "text/html; charset=utf-8";
  ctx.body = `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    ${isReloaded ? `<meta http-equiv="refresh" content="${RELOAD_S}" />` : ""}
    <title>${escapeHtml(title)} · tallybox</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
      ${content}
    </main>
  </body>
</html>
`;
}
