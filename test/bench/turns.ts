import { median } from "./statistics.ts";

/**
 * Measures two subjects in turns, once each to warm up and then `rounds` times. Returns the medians, in the order of the subjects.
 */
export async function measureInTurns<Subject>(
  [one, other]: readonly [Subject, Subject],
  rounds: number,
  measure: (subject: Subject) => Promise<number>,
): Promise<[number, number]> {
  const [figuresOfOne, figuresOfOther]: [number[], number[]] = [[], []];
  for (const subject of [one, other]) await measure(subject);
  for (let round = 0; round < rounds; round++)
    // In another order each time: the first of two finds a quieter machine.
    for (const subject of round % 2 === 0 ? [one, other] : [other, one])
      (subject === one ? figuresOfOne : figuresOfOther).push(await measure(subject));
  return [median(figuresOfOne), median(figuresOfOther)];
}
