ALTER TYPE "public"."value_reason" ADD VALUE 'unanswered' BEFORE 'failed';--> statement-breakpoint
ALTER TYPE "public"."verdict_reason" ADD VALUE 'disputed' BEFORE 'failed';--> statement-breakpoint
ALTER TYPE "public"."verdict_reason" ADD VALUE 'unanswered' BEFORE 'failed';--> statement-breakpoint
CREATE TABLE "model_answer" (
	"key" text PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"answer" text NOT NULL,
	"made_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_habit" (
	"key" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"output_tokens" integer NOT NULL,
	"learnt_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spend_day" (
	"day" date PRIMARY KEY NOT NULL,
	"nano" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "value" ADD COLUMN "input_tokens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "value" ADD COLUMN "output_tokens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "value" ADD COLUMN "nano" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "verdict" ADD COLUMN "input_tokens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "verdict" ADD COLUMN "output_tokens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "verdict" ADD COLUMN "nano" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "max_nano" bigint;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "nano" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "input_tokens" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "output_tokens" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "model_answer_made" ON "model_answer" USING btree ("made_at");