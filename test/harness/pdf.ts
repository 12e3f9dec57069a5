import { extractText, getDocumentProxy } from "unpdf";
import type { Client } from "./client.ts";

/** The text of each page of a PDF, in one line. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)));
  return text.map((page) => page.replace(/\s+/gu, " "));
}

/** The text of a PDF in one line. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  return (await pdfPages(bytes)).join(" ");
}

/** The text of the PDF that a request gets, in one line. */
export async function getPdf(client: Client, path: string): Promise<string> {
  return pdfText((await client.get(path)).bytes);
}
