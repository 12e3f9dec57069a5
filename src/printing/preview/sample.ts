import type { Values } from "../languages/placeholders.ts";
import type { SiteTime } from "../requests/label.ts";

/** An article that does not exist, to see a label with: of the usual lengths, with letters beyond ASCII. */
export function sampleValues({ date, time }: ReturnType<SiteTime>): Values {
  return {
    code: "A000001",
    name: "Příliš žluťoučký kůň",
    serialNumber: "SN-2041-0007",
    rfId: "E28011700000020A1B2C3D4E",
    category: "Vehicles",
    type: "Trolley",
    state: "In use",
    price: "1249.90",
    location: "Hall 1, rack 12",
    locationCode: "H1-R12",
    user: "Jana Nováková",
    responsibleUser: "Petr Dvořák",
    oid: "1",
    tenant: "Warehouse",
    date,
    time,
  };
}
