/** What tables call the column of the person who is responsible for an article or a location. */
export const RESPONSIBLE: readonly string[] = [
  "responsible",
  "responsible person",
  "odpovědný uživatel",
  "zodpovědná osoba",
  "odpovídá",
  "zodp. osoba",
  "odp. osoba",
  "Verantwortlich",
  "Verantwortlicher",
  "zodpovedná osoba",
];
