import { type Message, msg } from "../../domain/message.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import type { Field } from "./values.ts";

type Example = Readonly<Partial<Record<Field, string | number | Message>>>;

const HALL = msg("Main building / First floor / 101", "Hlavní budova / 1. patro / 101");

/** Two example rows of each kind of table. The users have no secrets. */
export const EXAMPLES: Readonly<Record<TableKind, readonly Example[]>> = {
  articles: [
    {
      ...{ code: "IT-0001", name: msg("Laptop Dell Latitude", "Notebook Dell Latitude"), price: 25900 },
      ...{ category: msg("Computers", "Počítače"), type: msg("Laptop", "Notebook") },
      ...{ serialNumber: "SN-12345", location: HALL, quantity: 1 },
    },
    {
      ...{ code: "FU-0001", name: msg("Office chair", "Kancelářská židle"), price: 3490.5 },
      ...{ category: msg("Furniture", "Nábytek"), type: msg("Chair", "Židle") },
      ...{ location: msg("Main building / Store", "Hlavní budova / Sklad"), quantity: 12 },
    },
  ],
  locations: [
    { location: msg("Main building / First floor", "Hlavní budova / 1. patro"), code: "P1" },
    { location: HALL, code: "101" },
  ],
  users: [
    {
      ...{ userName: "jan.novak", firstName: "Jan", lastName: "Novák" },
      ...{ roles: "User", isActive: msg("yes", "ano") },
    },
    {
      ...{ userName: "eva.svobodova", firstName: "Eva", lastName: "Svobodová" },
      ...{ roles: "Manager, User", isActive: msg("yes", "ano") },
    },
  ],
  stock: [
    {
      code: "IT-0001",
      name: msg("Laptop Dell Latitude", "Notebook Dell Latitude"),
      location: HALL,
      quantity: 1,
    },
    {
      ...{ code: "FU-0001", name: msg("Office chair", "Kancelářská židle"), quantity: 12 },
      location: msg("Main building / Store", "Hlavní budova / Sklad"),
    },
  ],
};
