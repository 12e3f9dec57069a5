import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { type Connections, connectionLimits, makeConnections } from "../../src/http/server/connections.ts";

const LIMITS = { ...connectionLimits(), total: 40, perAddress: 10 };

/** Connects from an address, and begins a request that has no response yet. */
function connectBusy(connections: Connections, address: string): Socket {
  const socket = connectIdle(connections, address);
  const request = new IncomingMessage(socket);
  connections.inTurn(() => {})(request, new ServerResponse(request));
  return socket;
}

function connectIdle(connections: Connections, address: string): Socket {
  const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: address });
  connections.accept(socket, () => {});
  return socket;
}

const openOf = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => !destroyed).length;
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

test("the addresses of an IPv6 /64 have the connections of one address together", () => {
  for (const connect of [connectIdle, connectBusy]) {
    const connections = makeConnections(LIMITS, []);
    const attack = numbers(100).map((number) => connect(connections, `fd00:1:2:3::${number.toString(16)}`));
    expect(openOf(attack)).toBe(10);
    expect(openOf([connectBusy(connections, "fd00:1:2:4::1"), connectBusy(connections, "10.0.0.7")])).toBe(2);
  }
});

test("an IPv4 address counts alone, also as an address of IPv6", () => {
  const connections = makeConnections(LIMITS, []);
  const attack = numbers(20).map(() => connectBusy(connections, "::ffff:10.0.0.66"));
  expect(openOf(attack)).toBe(10);
  expect(connectBusy(connections, "10.0.0.66").destroyed).toBe(true);
  expect(connectBusy(connections, "::ffff:10.0.0.7").destroyed).toBe(false);
});

test("where all slots are taken by requests in progress, the address with most connections loses its oldest one", () => {
  const connections = makeConnections(LIMITS, []);
  const attack = numbers(40).map((number) => connectBusy(connections, `10.0.0.${66 + (number % 4)}`));
  const terminals = numbers(12).map((number) => connectBusy(connections, `10.0.1.${number}`));
  expect([openOf(attack), openOf(terminals)]).toEqual([28, 12]);
  expect(attack.slice(0, 12).every(({ destroyed }) => destroyed)).toBe(true);
  // Further connections of the attacker displace none of the terminals.
  for (const number of numbers(40)) connectBusy(connections, `10.0.0.${66 + (number % 4)}`);
  expect(openOf(terminals)).toBe(12);
});

test("an address with one connection keeps it while its request is in progress", () => {
  const connections = makeConnections(LIMITS, []);
  const terminals = numbers(40).map((number) => connectBusy(connections, `10.0.1.${number}`));
  expect(connectBusy(connections, "10.0.2.1").destroyed).toBe(true);
  expect(openOf(terminals)).toBe(40);
});

test("a trusted proxy keeps its requests in progress, whatever it has", () => {
  const connections = makeConnections(LIMITS, ["10.0.0.2"]);
  const proxy = numbers(30).map(() => connectBusy(connections, "10.0.0.2"));
  const attack = numbers(10).map(() => connectBusy(connections, "10.0.0.66"));
  expect(connectBusy(connections, "10.0.0.7").destroyed).toBe(false);
  expect([openOf(proxy), openOf(attack)]).toEqual([30, 9]);
});
