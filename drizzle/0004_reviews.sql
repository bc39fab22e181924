CREATE TABLE "review" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"row_id" uuid NOT NULL,
	"criterion_id" uuid NOT NULL,
	"verdict" "verdict_value",
	"note" text,
	"reviewer_id" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "review_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "row" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_reviewer_id_auth_user_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."auth_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_criterion_id_criterion_id_fk" FOREIGN KEY ("criterion_id") REFERENCES "public"."criterion"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_cell" ON "review" USING btree ("row_id","criterion_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "review_criterion" ON "review" USING btree ("criterion_id");--> statement-breakpoint
CREATE INDEX "review_reviewer" ON "review" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "row_matching" ON "row" USING btree ("webset_id") WHERE match_verdict = 'match' and not hidden;