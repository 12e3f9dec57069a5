import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { bareCount, FIRST_ITEM } from "./rows.ts";

// `node bare-http.ts DATABASE`: the bare program behind node:http. It reads the body and returns as much as the product.

const count = bareCount(process.argv[2] ?? "");
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const { oid } = JSON.parse(String(Buffer.concat(parts))) as { oid: number };
    count(oid - FIRST_ITEM);
    const body = JSON.stringify({ oid, inventoryQuantity: 1, padding: "x".repeat(300) });
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length }).end(body);
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
