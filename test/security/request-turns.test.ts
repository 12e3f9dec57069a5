import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { RequestTurns } from "../../src/http/server/connections.ts";
import { startServer } from "../harness/server.ts";
import { connectFrom } from "./attacker.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

test("an address begins its share of requests in each turn, in the order of arrival, and others begin theirs", async () => {
  const turns = new RequestTurns(4);
  const begun: string[] = [];
  const take = (address: string, number: number) =>
    turns.take(address, () => begun.push(`${address}${number}`));
  for (const number of numbers(10)) take("attacker", number);
  take("terminal", 0);
  expect(begun).toEqual(["attacker0", "attacker1", "attacker2", "attacker3", "terminal0"]);
  await nextTurn();
  // The later request waits for those before it.
  take("attacker", 10);
  take("terminal", 1);
  expect(begun.slice(5)).toEqual(["attacker4", "attacker5", "attacker6", "attacker7", "terminal1"]);
  await nextTurn();
  expect(begun.slice(10)).toEqual(["attacker8", "attacker9", "attacker10"]);
  await nextTurn();
  take("attacker", 11);
  expect(begun.slice(13)).toEqual(["attacker11"]);
});

test("while one host sends 800 requests at once, another one's request is answered before most of them", async () => {
  const server = await startServer();
  const request = "GET /api/version HTTP/1.1\r\nHost: server\r\n\r\n";
  const countResponses = (connection: { readonly received: string }) =>
    connection.received.split("HTTP/1.1 200").length - 1;
  const attack = await Promise.all(numbers(100).map(() => connectFrom("127.0.0.66", server.appliance.port)));
  const terminal = await connectFrom("127.0.0.7", server.appliance.port);
  terminal.socket.write(request);
  await expect.poll(() => countResponses(terminal)).toBe(1);
  for (const { socket } of attack) socket.write(request.repeat(8));
  terminal.socket.write(request);
  let before = 0;
  terminal.socket.once("data", () => {
    before = attack.reduce((sum, connection) => sum + countResponses(connection), 0);
  });
  await expect.poll(() => countResponses(terminal)).toBe(2);
  expect(before).toBeLessThan(400);
  await expect.poll(() => attack.map(countResponses)).toEqual(numbers(100).map(() => 8));
});
