import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { request } from "node:https";
import { Socket } from "node:net";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { fingerprintOf, pemOf } from "../../src/ops/standby/membership/pairing.ts";
import { PeerClient, PeerRefused } from "../../src/ops/standby/peer/peer-client.ts";
import { PeerPlaces, type PlaceLimits } from "../../src/ops/standby/peer/peer-places.ts";
import { PeerServer } from "../../src/ops/standby/peer/peer-server.ts";
import { EpochResponse } from "../../src/ops/standby/peer/protocol.ts";
import { issuePeerCertificate, makeAuthority } from "../../src/ops/tls/issue.ts";
import { PEER_PLACES } from "../../src/platform/limits.ts";
import { makeLog } from "../../src/platform/log.ts";
import { connectFrom, connectMany } from "../security/attacker.ts";

const PEER = "10.0.0.2";
const LIMITS = { ...PEER_PLACES, strangers: 20, perAddress: 4, reserved: 6, peers: 5 };

const placesWith = (
  limits: Partial<PlaceLimits> = {},
  isOwn: (address: string) => boolean = (address) => address === PEER,
) => {
  const places = new PeerPlaces(isOwn, { ...LIMITS, ...limits });
  onTestFinished(() => places.close());
  return places;
};

function connect(places: PeerPlaces, address: string): Socket {
  const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: address });
  places.connected(socket);
  return socket;
}

const openOf = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => !destroyed).length;
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

test("an address without a certificate keeps a few connections, and a new one takes the place of its oldest", () => {
  const places = placesWith();
  const attack = numbers(40).map(() => connect(places, "::ffff:10.0.0.66"));
  expect(openOf(attack)).toBe(4);
  expect(openOf(attack.slice(-4))).toBe(4);
});

test("the addresses of an IPv6 /64 have the places of one address together", () => {
  const places = placesWith();
  const attack = numbers(40).map((number) => connect(places, `fd00:1:2:3::${number.toString(16)}`));
  expect(openOf(attack)).toBe(4);
});

test("many addresses fill the places together, and one with fewer takes that of one with most", () => {
  const places = placesWith();
  const attack = numbers(200).map((number) => connect(places, `10.0.1.${number % 50}`));
  expect(openOf(attack)).toBe(20);
  const moved = connect(places, "10.0.0.7");
  expect([openOf([moved]), openOf(attack)]).toEqual([1, 19]);
});

test("the addresses of the pair have places of their own, which others do not fill", () => {
  const places = placesWith();
  const own = numbers(10).map(() => connect(places, PEER));
  numbers(200).map((number) => connect(places, `10.0.1.${number % 50}`));
  expect(openOf(own)).toBe(6);
});

test("a connection with a certificate of the pair keeps its place, whatever its address opens", () => {
  const places = placesWith({}, () => false);
  const peer = connect(places, "10.0.0.66");
  places.established(peer, true);
  numbers(200).map((number) => connect(places, `10.0.0.${66 + (number % 50)}`));
  expect(peer.destroyed).toBe(false);
});

test("where the pair has all of its places, its newest connection takes that of its oldest", () => {
  const places = placesWith();
  const peers = numbers(7).map(() => connect(places, PEER));
  // Some are closed before the handshake: `reserved`.
  for (const peer of peers.filter(({ destroyed }) => !destroyed)) places.established(peer, true);
  const newest = connect(places, PEER);
  places.established(newest, true);
  expect([newest.destroyed, openOf([...peers, newest])]).toEqual([false, 5]);
});

test("a connection that does not end its handshake, or shows no certificate of the pair, is closed in time", async () => {
  const places = placesWith({ handshakeMs: 1, strangerMs: 1 });
  const peer = connect(places, PEER);
  places.established(peer, true);
  const [silent, other] = [connect(places, "10.0.0.66"), connect(places, "10.0.0.66")];
  places.established(other, false);
  await Promise.all([silent, other].map((socket) => once(socket, "close")));
  expect(peer.destroyed).toBe(false);
});

/** A port of a machine, and a client with the certificate of its peer. */
async function openPort(limits: Partial<PlaceLimits>, log = makeLog("silent")) {
  const authority = await makeAuthority("box", Date.now());
  const issuer = { certificate: authority.certificate, key: createPrivateKey(authority.key) };
  const issue = async (name: string) => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    return {
      certificate: await issuePeerCertificate(issuer, publicKey, name, Date.now()),
      key: pemOf(privateKey),
    };
  };
  const [own, peer] = [await issue("primary"), await issue("standby")];
  const peerFingerprint = fingerprintOf(peer.certificate);
  const epoch = { pair: "p", epoch: 1, machine: "m", at: new Date().toISOString(), signature: "s" };
  const server = await PeerServer.listen(
    own,
    { host: "127.0.0.1", port: 0 },
    {
      respond: async ({ fingerprint }) =>
        fingerprint === peerFingerprint
          ? { json: { epoch, last: null } }
          : { status: 403, text: "not of this pair" },
      isOfPair: (fingerprint) => fingerprint === peerFingerprint,
      isAddressOfPair: () => false,
    },
    log,
    { ...PEER_PLACES, ...limits },
  );
  onTestFinished(() => server.close());
  const { port } = server;
  const clientWith = (credentials: typeof peer | null) => {
    const fingerprint = fingerprintOf(own.certificate);
    const client = new PeerClient({ own: credentials, fingerprint }, { addresses: ["127.0.0.1"], port });
    onTestFinished(() => client.close());
    return () => client.json("/epoch", EpochResponse);
  };
  return { port, ask: clientWith(peer), askWithoutCertificate: clientWith(null) };
}

test("the peer is answered beside hundreds of idle connections, also at its own address", async () => {
  const { port, ask } = await openPort({});
  await connectMany(200, "127.0.0.9", port);
  await connectMany(40, "127.0.0.1", port);
  expect((await ask()).epoch.epoch).toBe(1);
  await connectMany(200, "127.0.0.1", port);
  expect((await ask()).epoch.epoch).toBe(1);
});

test("a client without a certificate is answered, for a pairing, and refused", async () => {
  const { askWithoutCertificate } = await openPort({});
  await expect(askWithoutCertificate()).rejects.toThrow(PeerRefused);
});

test("a connection that does not end its handshake in time is closed", async () => {
  const { port } = await openPort({ handshakeMs: 1 });
  await (await connectFrom("127.0.0.9", port)).closed;
});

test("a broken request of a client without a certificate fails, and leaves no line in the log", async () => {
  const lines: string[] = [];
  const { port } = await openPort({}, pino({}, { write: (line: string) => lines.push(line) }));
  const options = { host: "127.0.0.1", port, method: "POST", rejectUnauthorized: false, agent: false };
  const [response] = await once(request(options).end("{"), "response");
  expect(response.statusCode).toBe(500);
  expect(lines).toEqual([]);
});
