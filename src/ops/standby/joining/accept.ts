import { createPublicKey } from "node:crypto";
import type { z } from "zod";
import { readAuthority } from "../../tls/ca-files.ts";
import type { PeerMachine } from "../membership/membership.ts";
import type { PairDependencies } from "../membership/pair-state.ts";
import { fingerprintOf, isSecretOf, type Pairing } from "../membership/pairing.ts";
import { PairRequest, type PairResponse } from "../peer/protocol.ts";

/** The new standby until its first request: only then it belongs to the pair. */
export interface Candidate {
  readonly pairing: Pairing;
  readonly peer: PeerMachine;
}

/**
 * Accepts a machine that knows the secret of the pairing: issues its certificate, and gives it the keys of the pair. Null: it does
 * not know the secret, or is late.
 */
export async function acceptStandby(
  pairing: Pairing,
  body: unknown,
  { clock, folder }: PairDependencies,
): Promise<{ readonly peer: PeerMachine; readonly response: z.output<typeof PairResponse> } | null> {
  const asked = PairRequest.parse(body);
  const authority = readAuthority(folder);
  if (authority === null || !isSecretOf(pairing, asked.secret, clock.now())) return null;
  const { issuePeerCertificate } = await import("../../tls/issue.ts");
  const issuer = { certificate: authority.pem, key: authority.key };
  const subject = createPublicKey(asked.publicKey);
  const certificate = await issuePeerCertificate(issuer, subject, "standby", clock.now());
  const { pair, pairKey, epoch, promotionCode } = pairing.membership;
  return {
    peer: { fingerprint: fingerprintOf(certificate), ...asked.machine },
    response: { pair, pairKey, epoch, promotionCode, certificate },
  };
}
