import type { Screen } from "../../router/lazy-screens.ts";
import { NewTargetScreen } from "../backup/new-target.tsx";
import { TargetScreen } from "../backup/target-screen.tsx";
import { RestoreScreen } from "../restore/restore-screen.tsx";
import { StandbyScreen } from "../standby/standby.tsx";
import { AuditScreen } from "../system/audit.tsx";
import { BackupScreen } from "../system/backup.tsx";
import { CertificateScreen } from "../system/certificate.tsx";
import { CompanyScreen } from "../system/company.tsx";
import { LicencesScreen } from "../system/licences.tsx";
import { NoticesScreen } from "../system/notices.tsx";
import { SecurityLogScreen } from "../system/security-log.tsx";
import { ServerScreen } from "../system/server.tsx";
import { SettingsScreen } from "../system/settings.tsx";
import { UpgradeScreen } from "../system/upgrade.tsx";

/** The server, and the audit log. */
export const SCREENS: readonly Screen[] = [
  { path: "/system", may: "administer", show: ServerScreen },
  { path: "/system/settings", may: "server", show: SettingsScreen },
  { path: "/system/company", may: "administer", show: CompanyScreen },
  { path: "/system/certificate", may: "server", show: CertificateScreen },
  { path: "/system/backup", may: "server", show: BackupScreen },
  { path: "/system/upgrade", may: "server", show: UpgradeScreen },
  { path: "/system/backup/new", may: "server", show: NewTargetScreen },
  { path: "/system/backup/restore", may: "server", show: RestoreScreen },
  { path: "/system/backup/:id", may: "server", show: TargetScreen },
  { path: "/system/standby", may: "server", show: StandbyScreen },
  { path: "/system/notices", may: "administer", show: NoticesScreen },
  { path: "/system/audit", may: "administer", show: AuditScreen },
  { path: "/system/security-log", may: "administer", show: SecurityLogScreen },
  { path: "/system/licences", may: "server", show: LicencesScreen },
];
