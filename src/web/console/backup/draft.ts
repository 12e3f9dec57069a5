import type { InputOf } from "../../api/call.ts";
import type { BackupTarget } from "../../api/types/endpoints.d.ts";
import { isSame } from "../forms/is-same.ts";
import type { DestinationKind } from "./target-texts.ts";

/** The request for a new target. */
export type NewTarget = InputOf<"POST /api/backup/targets">["body"];
type Destination = BackupTarget["destination"];

/** The form of a target: the fields of all kinds as text, so that changing the kind loses nothing. */
export interface Draft {
  readonly name: string;
  readonly kind: DestinationKind;
  readonly fields: Readonly<Record<string, string>>;
  readonly every: "hour" | "day";
  readonly atHour: number;
  /** False: the target decides what it keeps. */
  readonly isKeeping: boolean;
  readonly daily: string;
  readonly weekly: string;
  readonly monthly: string;
  readonly uploadLimitKbps: string;
  /** A password or key is entered: nobody can see whether it is the saved one. No state holds it. */
  readonly hasSecret: boolean;
}

const SSH_PORT = 22;
const DEFAULT_HOUR = 2;
const DEFAULT_RETENTION = { daily: 7, weekly: 5, monthly: 12 };

/** The form of a target; null: of a new one. */
export function draftOf(target: BackupTarget | null): Draft {
  const retention = target?.retention ?? DEFAULT_RETENTION;
  return {
    name: target?.name ?? "",
    kind: target?.destination.kind ?? "folder",
    fields: { port: String(SSH_PORT), ...fieldsOf(target?.destination ?? null) },
    every: target?.schedule.every ?? "day",
    atHour: target?.schedule.atHour ?? DEFAULT_HOUR,
    isKeeping: target === null || target.retention !== null,
    daily: String(retention.daily),
    weekly: String(retention.weekly),
    monthly: String(retention.monthly),
    uploadLimitKbps: target?.uploadLimitKbps == null ? "" : String(target.uploadLimitKbps),
    hasSecret: false,
  };
}

function fieldsOf(destination: Destination | null): Record<string, string> {
  if (destination === null) return {};
  const { kind: _, ...fields } = destination;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value === null ? "" : String(value)]),
  );
}

/** What was typed into the fields of secrets, which no state holds; empty: nothing. */
interface Typed {
  /** The password or key of the target. */
  readonly secret: string;
  /** Of backups that are there already. */
  readonly passphrase: string;
}

/** The request of a form. */
export function bodyOf(draft: Draft, { secret, passphrase }: Typed): NewTarget {
  const { name, kind, every, atHour, isKeeping, daily, weekly, monthly, uploadLimitKbps } = draft;
  return {
    name,
    destination: destinationOf(kind, draft.fields),
    ...secretsOf(kind, secret),
    ...(passphrase !== "" && { passphrase }),
    schedule: { every, atHour: every === "day" ? atHour : null },
    retention: isKeeping ? { daily: Number(daily), weekly: Number(weekly), monthly: Number(monthly) } : null,
    uploadLimitKbps: uploadLimitKbps === "" ? null : Number(uploadLimitKbps),
  };
}

function destinationOf(kind: DestinationKind, fields: Draft["fields"]): Destination {
  const text = (name: string) => fields[name]?.trim() ?? "";
  const textOrNull = (name: string) => text(name) || null;
  const caCertificate = text("caCertificate");
  const certificate = caCertificate === "" ? {} : { caCertificate };
  switch (kind) {
    case "folder":
      return { kind, path: text("path") };
    case "sftp":
      return {
        kind,
        host: text("host"),
        port: Number(text("port")),
        user: text("user"),
        path: text("path"),
        hostKey: text("hostKey"),
      };
    case "s3":
      return {
        kind,
        endpoint: text("endpoint"),
        bucket: text("bucket"),
        prefix: textOrNull("prefix"),
        region: textOrNull("region"),
        accessKeyId: text("accessKeyId"),
        ...certificate,
      };
    case "rest":
      return { kind, url: text("url"), user: textOrNull("user"), ...certificate };
  }
}

function secretsOf(kind: DestinationKind, secret: string): Pick<NewTarget, "secretAccessKey" | "password"> {
  if (secret === "") return {};
  return kind === "s3" ? { secretAccessKey: secret } : kind === "rest" ? { password: secret } : {};
}

/** The request that changes a target: without its destination where that is the same, because another one is tested first. */
export function changeOf(target: BackupTarget, { destination, ...body }: NewTarget): Partial<NewTarget> {
  return isSame(destination, target.destination) ? body : { destination, ...body };
}
