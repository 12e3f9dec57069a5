import { type TransferredResult, transferredCopy } from "../../platform/workers/protocol.ts";
import { serveCalls } from "../../platform/workers/server.ts";
import { type CertificateInput, certificatePdf } from "./certificate-pdf.ts";

/** The functions of the worker. */
export interface CertificateProgram {
  /** The PDF of a certificate. */
  make(input: CertificateInput): Promise<TransferredResult<Uint8Array>>;
}

serveCalls<CertificateProgram>({
  make: async (input) => transferredCopy(await certificatePdf(input)),
});
