import { VERSION } from "../../platform/version.ts";
import type { Json, Schemas } from "./description.ts";

// Example bodies. The values come from the property names, so a new operation has an example without further work.

const TEXTS: Readonly<Record<string, string>> = {
  accessToken: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIzIn0.c2lnbmF0dXJl",
  address: "192.168.1.20",
  articleCodePattern: "A-{00000}",
  browser: "Mozilla/5.0 (Linux; Android 9) Chrome/77.0",
  cause: "unknownLocation",
  code: "A-00017",
  column: "Name",
  contractVersion: "1.0.43",
  createdBy: "manager",
  currency: "CZK",
  cursor: "k3v9.1042",
  deviceName: "Handheld 4",
  deviceToken: "q0Yv3mVfUe1Jm3bGx2oS7w8kq0c1R5dT6hZ9nLpXaBc",
  entity: "article",
  field: "name",
  fileName: "stock.csv",
  firstName: "Jana",
  fullName: "Jana Novotná",
  header: "Name",
  host: "192.168.1.5",
  invoiceNo: "2026-0117",
  ipAddress: "192.168.1.61",
  lastError: "The printer does not answer.",
  lastName: "Novotná",
  letter: "B",
  mdnsName: "tallybox.local",
  message: "The name is required.",
  modifiedBy: "manager",
  name: "Office chair",
  note: "Back rest scratched",
  oldPassword: "three-green-shelves",
  oldPin: "7305",
  operationId: "5f0c2f5e-5b1d-4e0c-8a57-0a6d8a0a3c11",
  password: "three-green-shelves",
  path: "name",
  pin: "730518",
  qrContent: "TALLY:7KQM-3XWD-9HRT-2VPA",
  qrPrefix: "TALLY",
  refreshToken: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIzIiwidXNlIjoicmVmcmVzaCJ9.c2lnbmF0dXJl",
  rejectReason: "Still needed in hall B",
  requestId: "74d317f8-1042",
  rfId: "E28011700000020F3A5C9E11",
  screen: "/count/3/41",
  seen: "k3v9.1042",
  serialNo: "SN-4711",
  serialNumber: "SN-4711",
  sheet: "Stock",
  signature: "M10 20L30 40",
  siteName: "Main warehouse",
  stack: "at read (/assets/main-B1x2.js:1:2345)",
  strokes: "M40 120L180 60L220 150",
  template: "^XA^FO40,40^BQN,2,6^FDQA,{{code}}^FS^FO200,60^A0N,40^FD{{name}}^FS^XZ",
  tenantName: "Novák Ltd.",
  thumbnailUrl: "/api/photos/12/thumbnail",
  timeZone: "Europe/Prague",
  url: "/api/photos/12",
  userName: "jana",
  version: VERSION.version,
};
const NUMBERS: Readonly<Record<string, number>> = {
  assignedTotal: 25980.5,
  copies: 2,
  expiresIn: 28800,
  height: 1536,
  heightMm: 30,
  port: 9100,
  price: 1290.5,
  quantity: 3,
  inventoryQuantity: 3,
  size: 184320,
  width: 2048,
  widthMm: 60,
};
const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-03-02T08:15:00.000Z",
  date: "2026-03-02",
  uuid: "5f0c2f5e-5b1d-4e0c-8a57-0a6d8a0a3c11",
  uri: "http://192.168.1.5",
};
const SOME_ID = 17;

/** Examples for properties of nested objects: `category.name`. */
const NESTED: Readonly<Record<string, string>> = {
  "category.name": "Furniture",
  "type.name": "Chair",
  "state.name": "In use",
  "location.name": "Hall A",
  "location.code": "HA",
  "parentLocation.name": "Main building",
  "targetLocation.name": "Hall B",
  "targetLocation.code": "HB",
  "printer.name": "Zebra at the gate",
  "labelFormat.name": "Label 60 × 30 mm",
  "device.name": "Handheld 4",
  "inventory.name": "Stocktake 2026",
};

/** The content of a JSON body with this schema, and an example of it. */
export function jsonOf(schema: Json, { components }: Schemas): Json {
  return { "application/json": { schema, examples: { usual: { value: exampleOf(schema, components) } } } };
}

/**
 * Creates an example for a schema, valid by its types. References are resolved in the components. `name` is the property name
 * with that of its parent (`category.name`).
 */
function exampleOf(schema: Json, components: Json, name = ""): unknown {
  const { $ref, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === "string") return exampleOf(componentOf($ref, components), components, name);
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  const [first] = [anyOf, oneOf, allOf].find(Array.isArray) ?? [];
  if (first !== undefined) return exampleOf(first, components, name);
  switch (Array.isArray(type) ? type[0] : type) {
    case "object":
      return exampleOfObject(schema, components, lastOf(name));
    case "array":
      return [exampleOf((schema["items"] as Json | undefined) ?? {}, components, name)];
    case "string":
      return FORMATS[String(schema["format"])] ?? NESTED[name] ?? TEXTS[lastOf(name)] ?? "text";
    case "integer":
    case "number":
      return numberOf(schema, lastOf(name));
    case "boolean":
      return false;
    default:
      return null;
  }
}

const lastOf = (name: string) => name.slice(name.lastIndexOf(".") + 1);

function exampleOfObject({ properties }: Json, components: Json, parent: string): Json {
  const entries = Object.entries((properties as Record<string, Json> | undefined) ?? {});
  return Object.fromEntries(
    entries.map(([key, value]) => [key, exampleOf(value, components, `${parent}.${key}`)]),
  );
}

function numberOf({ minimum, maximum }: Json, name: string): number {
  const example = NUMBERS[name] ?? SOME_ID;
  return Math.min(Math.max(example, Number(minimum ?? example)), Number(maximum ?? example));
}

function componentOf(reference: string, components: Json): Json {
  const found = components[reference.slice(reference.lastIndexOf("/") + 1)];
  if (found === undefined) throw new Error(`no component ${reference}`);
  return found as Json;
}
