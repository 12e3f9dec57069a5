import type { TestServer } from "../harness/server.ts";
import { type Sample, samplesOf } from "./exposition.ts";

/** The figures as they are now: by name, or the one with these labels. */
export async function figuresOf(server: TestServer) {
  const { text } = await server.anonymous.get("/metrics");
  const samples = samplesOf(text);
  return {
    all: (name: string): Sample[] => samples.filter((sample) => sample.name === name),
    value: (name: string, labels: Record<string, string> = {}) =>
      samples.find(
        (sample) =>
          sample.name === name &&
          Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      )?.value,
  };
}
