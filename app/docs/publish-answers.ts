/** What each answer to a request to publish means, and what a publisher does next. Backticks enclose code. */
export const publishAnswers: [answer: string, stored: string, whatToDo: string][] = [
  [
    "`202`",
    "yes",
    "Forget the event: it is committed with its deliveries. `Idempotency-Replayed: true` means that an earlier request stored it.",
  ],
  [
    "none, or a timeout",
    "unknown",
    "Repeat with the same key. Wait at least 10 s for an answer, for that of a batch 30 s.",
  ],
  [
    "`429`",
    "no",
    "Repeat after `Retry-After` seconds. `message` names the limit. Deliveries that paused webhooks hold count as well: if these are the limit, repeating helps once the webhooks are resumed or deleted.",
  ],
  [
    "`500`, `502`, `503`, `504`",
    "usually not; `message` of a `503` says when it is unknown",
    "Repeat with the same key after `Retry-After` seconds, or after a growing pause. A proxy may have answered.",
  ],
  [
    "`409` with `Retry-After`",
    "by the other request, if it succeeds",
    "Repeat: a request with this key is still running.",
  ],
  ["`408`", "no", "Repeat with the same key: the request did not arrive within 30 s."],
  [
    "`400`, `413`, `415`",
    "no",
    "Final: the same bytes never succeed. `issues` names each invalid member.",
  ],
  ["`401`, `403`", "no", "Final until the API key is replaced or gets the scope `events:write`."],
  [
    "`404`, `405`, `431`",
    "no",
    "Final until the address, the method or the headers of the publisher are corrected.",
  ],
  [
    "`422`",
    "the event that the key was used for first",
    "Final: the publisher used one key for two events. Correct the publisher.",
  ],
];
