import { say, type Words } from "../../domain/message.ts";
import type { Field, Kind } from "./values.ts";

type Example = Readonly<Partial<Record<Field, string | number | Words>>>;

const HALL = say("Main building / First floor / 101", "Hlavní budova / 1. patro / 101");

/** Two rows of each kind of table, to be replaced; no user of theirs has a secret. */
export const EXAMPLES: Readonly<Record<Kind, readonly Example[]>> = {
  articles: [
    {
      ...{ code: "IT-0001", name: say("Laptop Dell Latitude", "Notebook Dell Latitude"), price: 25900 },
      ...{ category: say("Computers", "Počítače"), type: say("Laptop", "Notebook") },
      ...{ serialNumber: "SN-12345", location: HALL, quantity: 1 },
    },
    {
      ...{ code: "FU-0001", name: say("Office chair", "Kancelářská židle"), price: 3490.5 },
      ...{ category: say("Furniture", "Nábytek"), type: say("Chair", "Židle") },
      ...{ location: say("Main building / Store", "Hlavní budova / Sklad"), quantity: 12 },
    },
  ],
  locations: [
    { location: say("Main building / First floor", "Hlavní budova / 1. patro"), code: "P1" },
    { location: HALL, code: "101" },
  ],
  users: [
    {
      ...{ userName: "jan.novak", firstName: "Jan", lastName: "Novák" },
      ...{ roles: "User", isActive: say("yes", "ano") },
    },
    {
      ...{ userName: "eva.svobodova", firstName: "Eva", lastName: "Svobodová" },
      ...{ roles: "Manager, User", isActive: say("yes", "ano") },
    },
  ],
  stock: [
    {
      code: "IT-0001",
      name: say("Laptop Dell Latitude", "Notebook Dell Latitude"),
      location: HALL,
      quantity: 1,
    },
    {
      ...{ code: "FU-0001", name: say("Office chair", "Kancelářská židle"), quantity: 12 },
      location: say("Main building / Store", "Hlavní budova / Sklad"),
    },
  ],
};
