ALTER TYPE "public"."value_reason" RENAME TO "value_reason_before";--> statement-breakpoint
CREATE TYPE "public"."value_reason" AS ENUM('stated', 'alike', 'silent', 'unproved', 'ambiguous', 'range', 'conflict', 'language', 'unanswered', 'failed');--> statement-breakpoint
ALTER TABLE "value" ALTER COLUMN "reason" SET DATA TYPE "public"."value_reason" USING (case when "judge" = 'lexical' and "reason" = 'stated' and "note" = 'The page gives it as the other pages give theirs.' then 'alike' else "reason"::text end)::"public"."value_reason";--> statement-breakpoint
ALTER TABLE "past_value" ALTER COLUMN "reason" SET DATA TYPE "public"."value_reason" USING "reason"::text::"public"."value_reason";--> statement-breakpoint
DROP TYPE "public"."value_reason_before";--> statement-breakpoint
ALTER TYPE "public"."verdict_reason" ADD VALUE 'resembles' BEFORE 'unsupported';--> statement-breakpoint
ALTER TYPE "public"."verdict_reason" ADD VALUE 'unlikely' BEFORE 'unsupported';--> statement-breakpoint
ALTER TYPE "public"."verdict_reason" ADD VALUE 'regained' BEFORE 'unsupported';--> statement-breakpoint
ALTER TABLE "row" ADD COLUMN "no_by_answers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "verdict" ADD COLUMN "foreseen" real;--> statement-breakpoint
ALTER TABLE "verdict" ADD COLUMN "likest" integer;--> statement-breakpoint
ALTER TABLE "verdict" ADD COLUMN "likest_yes" integer;--> statement-breakpoint
ALTER TABLE "verdict" ADD COLUMN "likest_no" integer;--> statement-breakpoint
ALTER TABLE "webset" ADD COLUMN "answers_deny" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "row_no_by_answers" ON "row" USING btree ("webset_id") WHERE no_by_answers;--> statement-breakpoint
UPDATE "verdict" SET "foreseen" = "probability" WHERE "probability" IS NOT NULL;--> statement-breakpoint
UPDATE "verdict" SET "verdict" = 'needs_review', "reason" = 'unsupported', "page_id" = NULL, "quote" = NULL, "start" = NULL, "end" = NULL
WHERE "judge" <> 'llm' AND "note" = 'Where other pages say it, this page says something else.';--> statement-breakpoint
UPDATE "verdict" SET "note" = NULL WHERE "note" IN ('Neither the rules nor the answers so far can tell: it needs a model or your answers.',
  'It follows from answers on other pages.', 'Where other pages say it, this page says something else.',
  'The rules read it on the page. A model left it open, as it left open most of what the rules prove.', 'The rules read it on the page.',
  'The page is written in another language than the request.', 'The page’s words allow both.', 'The page says two things.',
  'The page says it of a plan or a possibility.', 'It is a comparison, which one page cannot prove.');--> statement-breakpoint
UPDATE "criterion" SET "learning" = NULL, "answers_version" = "answers_version" + 1
WHERE EXISTS (SELECT 1 FROM "verdict" v WHERE v."criterion_id" = "criterion"."id");--> statement-breakpoint
DELETE FROM "criterion_score" WHERE "ruled" IS NULL;