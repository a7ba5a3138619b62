import { NothingHere } from "@/components/shell/nothing-here";

export default function DashboardNotFound() {
  return (
    <NothingHere
      title="Nothing is here"
      sentence="It was deleted, or the log no longer keeps it. The delivery log may still show what was sent."
    />
  );
}
