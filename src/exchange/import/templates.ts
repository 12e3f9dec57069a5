import { type Message, msg } from "../../domain/message.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import type { Field } from "./values.ts";

type Example = Readonly<Partial<Record<Field, string | number | Message>>>;

const HALL = msg("Main building / First floor / 101");

/** Two example rows of each kind of table. The users have no secrets. */
export const EXAMPLES: Readonly<Record<TableKind, readonly Example[]>> = {
  articles: [
    {
      code: "IT-0001",
      name: msg("Laptop Dell Latitude"),
      price: 25900,
      category: msg("Computers"),
      type: msg("Laptop"),
      serialNumber: "SN-12345",
      location: HALL,
      quantity: 1,
    },
    {
      code: "FU-0001",
      name: msg("Office chair"),
      price: 3490.5,
      category: msg("Furniture"),
      type: msg("Chair"),
      location: msg("Main building / Store"),
      quantity: 12,
    },
  ],
  locations: [
    { location: msg("Main building / First floor"), code: "P1" },
    { location: HALL, code: "101" },
  ],
  users: [
    {
      userName: "jan.novak",
      firstName: "Jan",
      lastName: "Novák",
      roles: "User",
      isActive: msg("yes"),
    },
    {
      userName: "eva.svobodova",
      firstName: "Eva",
      lastName: "Svobodová",
      roles: "Manager, User",
      isActive: msg("yes"),
    },
  ],
  "refill-rules": [
    {
      code: "FU-0001",
      name: msg("Office chair"),
      location: msg("Main building / Store"),
      minimum: 6,
      target: 12,
    },
    { code: "IT-0001", name: msg("Laptop Dell Latitude"), minimum: 2 },
  ],
  stock: [
    {
      code: "IT-0001",
      name: msg("Laptop Dell Latitude"),
      location: HALL,
      quantity: 1,
    },
    {
      code: "FU-0001",
      name: msg("Office chair"),
      quantity: 12,
      location: msg("Main building / Store"),
    },
  ],
};
