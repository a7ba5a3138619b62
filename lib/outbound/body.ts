/** As much of an answer's body as is ever read and kept, in bytes. */
export const responseBodyLimit = 16 * 1024;

/** The bytes a receiver gets: exactly two members, `data` as it was published. */
export function deliveryBody(event: string, dataText: string): string {
  return `{"event":${JSON.stringify(event)},"data":${dataText}}`;
}
