import { PEOPLE, TENANTS } from "./people.ts";

/** The text after the start: addresses and users. Without a line end at its end. */
export function welcome(url: string, labelsUrl: string, folder: string): string {
  const rows = PEOPLE.map(({ userName, password, pin, roles, tenantId, isActive }, index) => [
    String(index + 1),
    userName,
    password,
    pin,
    roles.join(", "),
    `${TENANTS[tenantId - 1]}${isActive ? "" : " (inactive: cannot log in)"}`,
  ]);
  const table = [["id", "user name", "password", "PIN", "roles", "tenant"], ...rows];
  return [
    "",
    `The data of the demo are in ${folder}. Delete that folder to start again.`,
    `The terminal, in a browser:   ${url}`,
    `The office, in a browser:     ${url}/console`,
    `The API, to read and to try:  ${url}/api/docs`,
    `The printers and their labels: ${labelsUrl}`,
    "Users:",
    ...aligned(table).map((line) => `  ${line}`),
    "",
  ].join("\n");
}

function aligned(table: readonly (readonly string[])[]): string[] {
  const widthOf = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0));
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widthOf(column) + 2))
      .join("")
      .trimEnd(),
  );
}
