ALTER TYPE "public"."verdict_reason" ADD VALUE 'presumed' BEFORE 'regained';--> statement-breakpoint
ALTER TABLE "criterion_score" ADD COLUMN "ruled_by" jsonb;