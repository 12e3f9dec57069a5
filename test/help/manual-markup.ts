import { Marked, type MarkedToken, type Token } from "marked";

/** What a page and its translation have in common. */
export interface PageMarkup {
  /** Its blocks in their order: headings, paragraphs, items of lists, rows of tables, and code with its text. */
  readonly blocks: readonly string[];
  /** Code in the text and the targets of links and pictures, sorted. */
  readonly verbatim: readonly string[];
  /** Words in italics, sorted within their block: mostly words on screen. */
  readonly words: readonly (readonly string[])[];
}

/** Reads the markup of a page. */
export function markupOf(markdown: string): PageMarkup {
  const reader = { blocks: [] as string[], verbatim: [] as string[], words: [] as string[][] };
  const visitAll = (tokens: readonly Token[]) => {
    for (const token of tokens) visit(token as MarkedToken);
  };
  const begin = (block: string) => {
    reader.blocks.push(block);
    reader.words.push([]);
  };
  const visit = (token: MarkedToken): void => {
    switch (token.type) {
      case "heading":
        begin(`heading ${token.depth}`);
        visitAll(token.tokens);
        break;
      case "paragraph":
        begin("paragraph");
        visitAll(token.tokens);
        break;
      case "code":
        begin(`code ${token.text}`);
        break;
      case "list":
        begin(`list of ${token.items.length}${token.ordered ? ", numbered" : ""}`);
        visitAll(token.items);
        break;
      case "list_item":
        begin("item");
        visitAll(token.tokens);
        break;
      case "table":
        for (const row of [token.header, ...token.rows]) {
          begin(`row of ${row.length}`);
          for (const cell of row) visitAll(cell.tokens);
        }
        break;
      case "em":
        reader.words.at(-1)?.push(token.text);
        visitAll(token.tokens);
        break;
      case "codespan":
        reader.verbatim.push(`\`${token.text}\``);
        break;
      case "link":
        reader.verbatim.push(token.href);
        visitAll(token.tokens);
        break;
      case "image":
        reader.verbatim.push(token.href);
        break;
      case "html":
        reader.verbatim.push(...token.text.matchAll(/src="([^"]+)"/g).map(([, target = ""]) => target));
        break;
      default:
        if ("tokens" in token && token.tokens !== undefined) visitAll(token.tokens);
    }
  };
  visitAll(new Marked().lexer(markdown));
  return { ...reader, verbatim: reader.verbatim.toSorted() };
}
