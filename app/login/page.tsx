import type { Metadata } from "next";
import { Entrance } from "@/components/session/entrance";
import { SignInForm } from "@/components/session/sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[] }>;
}) {
  const { next } = await searchParams;
  return (
    <Entrance title="Sign in" hint="To the operators’ dashboard.">
      <SignInForm next={typeof next === "string" ? next : "/"} />
    </Entrance>
  );
}
