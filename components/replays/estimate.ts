/** "About 4 min": how long a job takes at its rate, if receivers keep up. */
export function estimate(total: number, ratePerSecond: number): string {
  const seconds = Math.ceil(total / ratePerSecond);
  if (seconds < 60) return `About ${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `About ${minutes} min`;
  return `About ${Math.round(minutes / 60)} h`;
}
