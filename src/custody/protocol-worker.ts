import type { Readable } from "node:stream";
import { transferredCopy } from "../platform/workers/protocol.ts";
import { serveCalls } from "../platform/workers/server.ts";
import type { ProtocolProgram } from "./protocol.ts";
import { protocolPdf } from "./protocol-pdf.ts";

async function joined(pieces: Readable): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all);
}

serveCalls<ProtocolProgram>({
  make: async (input) => transferredCopy(await joined(await protocolPdf(input))),
});
