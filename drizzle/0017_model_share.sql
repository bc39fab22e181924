CREATE TABLE "judge_choice" (
	"run_id" uuid NOT NULL,
	"row_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"is_done" boolean DEFAULT false NOT NULL,
	"decided" "verdict_value",
	"said" "verdict_value",
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "judge_choice_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "judge_choice_run_id_row_id_pk" PRIMARY KEY("run_id","row_id")
);
--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "judge_share" real;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "raised_share" real;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "saved" jsonb DEFAULT '{"inputTokens":0,"outputTokens":0,"costNanoUsd":0}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "judge_choice" ADD CONSTRAINT "judge_choice_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_choice" ADD CONSTRAINT "judge_choice_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "judge_choice_row" ON "judge_choice" USING btree ("row_id");