import { generateKeyPairSync } from "node:crypto";
import { Invalid, OtherSystemFailed } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import { errorMessage } from "../../../platform/error-code.ts";
import { isEpochOf } from "../membership/epoch.ts";
import { type Membership, type PeerAddress, pairKeyOf } from "../membership/membership.ts";
import { parsePairingText, pemOf } from "../membership/pairing.ts";
import { PeerClient, PeerRefused } from "../peer/peer-client.ts";
import { PairResponse } from "../peer/protocol.ts";

const JOIN_MS = 15_000;

/**
 * Joins the primary that has made the text. The text names the primary's certificate, so nobody in between can answer. Returns
 * the membership of this machine. Throws Invalid for another text, and OtherSystemFailed where the primary does not accept it.
 */
export async function join(text: string, machine: PeerAddress): Promise<Membership> {
  const pairing = parsePairingText(text);
  if (pairing === null) throw Invalid.field("pairing", msg("is not the text that the other server shows"));
  const { addresses, port, fingerprint, secret } = pairing;
  const client = new PeerClient({ own: null, fingerprint }, { addresses, port });
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const publicKey = keys.publicKey.export({ type: "spki", format: "pem" }).toString();
  try {
    const response = await client.json("/pair", PairResponse, {
      method: "POST",
      body: { secret, publicKey, machine },
      signal: AbortSignal.timeout(JOIN_MS),
    });
    if (!isEpochOf(pairKeyOf(response), response.pair, response.epoch))
      throw new Error("the epoch is not signed");
    return {
      ...response,
      role: "standby",
      key: pemOf(keys.privateKey),
      peer: { fingerprint, addresses, port },
      former: null,
      isHistoryDue: false,
      usesPreparedAddress: false,
      split: null,
      isPrepared: false,
    };
  } catch (error) {
    if (error instanceof PeerRefused)
      throw Invalid.field("pairing", msg("has expired or was used; make a new one on the other server"));
    const reason = errorMessage(error);
    throw new OtherSystemFailed(msg("The other server can't be reached ({reason}).", { reason }));
  } finally {
    client.close();
  }
}
