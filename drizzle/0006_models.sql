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
CREATE TABLE "tape" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tape_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"data" jsonb NOT NULL,
	"page_id" uuid
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
ALTER TABLE "tape" ADD CONSTRAINT "tape_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tape" ADD CONSTRAINT "tape_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "model_answer_made" ON "model_answer" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "tape_run" ON "tape" USING btree ("run_id","position");--> statement-breakpoint
CREATE INDEX "tape_page" ON "tape" USING btree ("page_id");