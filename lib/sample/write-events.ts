import type { TransactionSql } from "postgres";
import { sampleAccount } from "./account";

const titles = [
  "Spring launch – personal hello",
  "Onboarding, part 1",
  "Quarterly review for partners",
  "Webinar invitation",
  "Product tour in 60 seconds",
  "Thank you for your order",
  "Welcome back",
  "How to read your invoice",
];
const people = ["Ada – studio", "Mateo, outdoors", "Yuki (v2)", "Lena – blazer", "Sam, desk"];
const languages = ["en", "de", "fr", "es", "ja", "pt-BR"];
const failures = [
  "Lip sync failed: the audio is longer than 10 minutes",
  "The script holds no text that can be spoken",
  "The source footage could not be decoded",
];

/** Writes the events as the service would publish them. */
export async function writeEvents(sql: TransactionSql): Promise<void> {
  await sql`
    insert into events (id, account_id, name, subject, created_at, data)
    select id, ${sampleAccount.id}, name, subject, at, case name
      when 'VIDEO_GENERATION_SUCCESS' then format(
        '{"videoId":"%s","videoName":%s,"videoUrl":"https://cdn.clone-video.example/renders/%s.mp4","extras":{"campaign":"c-%s","language":"%s"}}',
        subject, to_json(title), subject, n % 97, language)
      when 'VIDEO_GENERATION_FAILED' then format(
        '{"videoId":"%s","videoName":%s,"videoUrl":"","extras":{"campaign":"c-%s"},"error":%s}',
        subject, to_json(title), n % 97, to_json(failure))
      when 'AVATAR_TRAINING_SUCCESS' then format(
        '{"avatarId":"%s","voiceId":"%s","avatarName":%s,"extras":{"language":"%s"}}',
        subject, pg_temp.any_id('voice ' || n), to_json(person), language)
      else format('{"avatarId":"%s","avatarName":%s,"extras":{},"error":"The footage is shorter than two minutes"}',
        subject, to_json(person)) end
    from sample_events, lateral (select
      ${picked(sql, titles, 4)} as title, ${picked(sql, people, 5)} as person,
      ${picked(sql, languages, 6)} as language, ${picked(sql, failures, 7)} as failure) drawn`;
}

function picked(sql: TransactionSql, choice: string[], salt: number) {
  return sql`(${choice}::text[])[1 + floor(pg_temp.roll(n, ${salt}) * ${choice.length}::int)::int]`;
}
