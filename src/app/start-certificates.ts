import { type Certificates, openCertificates, type readSavedCertificates } from "../ops/tls/certificates.ts";
import type { SecurityLog } from "../security-log/security-log.ts";
import type { ApplianceOptions, RuntimeContext } from "./runtime.ts";

/** Serves the saved certificates, and renews them when due. Throws StartupError. */
export function startCertificates(
  { config, machine }: ApplianceOptions,
  { clock, log, server, ports }: RuntimeContext,
  certificates: ReturnType<typeof readSavedCertificates>,
  securityLog: SecurityLog,
): Promise<Certificates> {
  const { https: httpsPort } = ports;
  if (httpsPort === null) throw new Error("HTTPS is off");
  const serve = server.useCertificate;
  const noActor = { tenantId: null, userId: null, deviceTokenId: null, address: null };
  const onCertificateChanged = () => securityLog.record({ kind: "certificateChanged", ...noActor });
  return openCertificates(certificates, {
    config,
    clock,
    log,
    httpsPort,
    serve,
    onCertificateChanged,
    ...(machine && { machine }),
  });
}
