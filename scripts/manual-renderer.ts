import { basename, join, posix } from "node:path";
import { Marked, type Token, type Tokens } from "marked";
import type { BuiltSection } from "../src/help/manual.ts";

/** What a page of the manual becomes. */
export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly BuiltSection[];
}

/** Where a page's links and pictures lead. */
export interface PageLinks {
  /** Path of the English page from the root of the repository: links of all languages are relative to it. */
  readonly path: string;
  /** Address of a page of the manual by its path; null: the manual lacks it. */
  readonly addressOf: (path: string) => string | null;
  /** Is called for each picture, with its path. */
  readonly onPicture: (path: string) => void;
  /** Anchors of the headings of the English page, which a translation with the same headings takes over. */
  readonly anchors: readonly string[];
}

/** Address of the manual's pictures. */
const PICTURES = "/help/files/";

/** Renders a page. Throws where it has markup that the manual does not know. */
export function renderPage(markdown: string, links: PageLinks): RenderedPage {
  const marked = new Marked();
  const tokens = marked.lexer(markdown);
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === "heading");
  const own = anchorsOf(headings.map(({ text }) => text));
  const anchors = links.anchors.length === own.length ? links.anchors : own;
  let heading = 0;
  const picture = (target: string) => {
    const path = resolved(links.path, target);
    links.onPicture(path);
    return `${PICTURES}${basename(path)}`;
  };
  marked.use({
    renderer: {
      heading({ tokens: inline, depth }) {
        const anchor = anchors[heading++] ?? "";
        return `<h${depth} id="${anchor}">${this.parser.parseInline(inline)}</h${depth}>\n`;
      },
      link({ href, tokens: inline }) {
        const text = this.parser.parseInline(inline);
        const address = addressOf(links, href);
        return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
      image({ href, text }) {
        return `<img src="${picture(href)}" alt="${escapeHtml(text)}">`;
      },
      table(token) {
        const cells = (row: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
        const rows = token.rows.map((row) => cells(row, "td")).join("\n");
        return `<div class="table"><table><thead>${cells(token.header, "th")}</thead><tbody>${rows}</tbody></table></div>\n`;
      },
      html({ text }) {
        const image = /^<img src="([^"]+)" alt="([^"]*)"(?: height="\d+")?>\s*$/.exec(text);
        if (image === null) throw new Error(`${links.path}: the manual has no such element: ${text}`);
        return `<img class="tall" src="${picture(image[1] ?? "")}" alt="${image[2] ?? ""}">`;
      },
    },
  });
  const html = marked.parser(tokens);
  return { title: headings[0]?.text ?? "", html, sections: sectionsOf(html) };
}

/** The anchors of a page's headings. */
export function anchorsIn(markdown: string): string[] {
  const isHeading = (token: Token): token is Tokens.Heading => token.type === "heading";
  return anchorsOf(
    new Marked()
      .lexer(markdown)
      .filter(isHeading)
      .map(({ text }) => text),
  );
}

/** Anchors as GitHub makes them. */
function anchorsOf(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading) => {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = text.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

function resolved(from: string, target: string): string {
  return posix.normalize(join(posix.dirname(from), target));
}

/** Null: the link leads to something that is not on the machine. */
function addressOf({ path, addressOf: pageAddress }: PageLinks, href: string): string | null {
  if (/^[a-z]+:/.test(href)) return href;
  const [file = "", anchor] = href.split("#");
  const suffix = anchor === undefined ? "" : `#${anchor}`;
  if (file === "") return suffix;
  const page = pageAddress(resolved(path, file));
  return page === null ? null : `${page}${suffix}`;
}

/** The text below each heading. */
function sectionsOf(html: string): BuiltSection[] {
  const parts = html.split(/(?=<h[1-6] id=")/).filter((part) => part.startsWith("<h"));
  return parts.map((part) => {
    const [, anchor = "", heading = "", rest = ""] =
      /^<h\d id="([^"]*)">(.*?)<\/h\d>\n([\s\S]*)$/.exec(part) ?? [];
    return { anchor, heading: plain(heading), text: plain(rest) };
  });
}

function plain(html: string): string {
  const text = html
    .replace(/<\/?(?:a|code|em|strong)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? "");
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
