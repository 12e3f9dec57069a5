import type { Screen } from "../../router/lazy-screens.ts";
import { AuditScreen } from "../system/audit.tsx";
import { BackupScreen } from "../system/backup.tsx";
import { CertificateScreen } from "../system/certificate.tsx";
import { LicencesScreen } from "../system/licences.tsx";
import { SecurityLogScreen } from "../system/security-log.tsx";
import { ServerScreen } from "../system/server.tsx";
import { SettingsScreen } from "../system/settings.tsx";

/** The server, and the audit log. */
export const SCREENS: readonly Screen[] = [
  { path: "/system", needs: "user", may: "administer", show: ServerScreen },
  { path: "/system/settings", needs: "user", may: "server", show: SettingsScreen },
  { path: "/system/certificate", needs: "user", may: "server", show: CertificateScreen },
  { path: "/system/backup", needs: "user", may: "server", show: BackupScreen },
  { path: "/system/audit", needs: "user", may: "administer", show: AuditScreen },
  { path: "/system/security-log", needs: "user", may: "administer", show: SecurityLogScreen },
  { path: "/system/licences", needs: "user", may: "server", show: LicencesScreen },
];
