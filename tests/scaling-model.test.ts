import { expect, test } from "vitest";
import { fitScaling, peak, speedUp } from "@/bench/scaling-model";

const law = { contention: 0.05, coherence: 0.01 };
const measured = (model: typeof law, counts: number[]) =>
  counts.map((workers) => ({ workers, perSecond: 1000 * speedUp(model, workers) }));

test("the parameters of the Universal Scalability Law are found in samples", () => {
  const fitted = fitScaling(measured(law, [1, 2, 4, 8]));

  expect(fitted.contention).toBeCloseTo(law.contention);
  expect(fitted.coherence).toBeCloseTo(law.coherence);
  expect(peak(fitted)).toBeCloseTo(Math.sqrt(0.95 / 0.01));
});

test("two samples give Amdahl's law, and no parameter is negative", () => {
  const amdahl = { contention: 0.2, coherence: 0 };

  expect(fitScaling(measured(amdahl, [1, 2])).contention).toBeCloseTo(0.2);
  const fasterThanLinear = [1, 2, 4].map((workers) => ({ workers, perSecond: workers ** 1.1 }));
  expect(fitScaling(fasterThanLinear)).toEqual({ contention: 0, coherence: 0 });
});
