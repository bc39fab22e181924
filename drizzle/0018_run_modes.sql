CREATE TABLE "past_value" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"row_id" uuid NOT NULL,
	"enrichment_id" uuid NOT NULL,
	"value" text,
	"reason" "value_reason" NOT NULL,
	"note" text,
	"page_id" uuid,
	"quote" text,
	"start" integer,
	"end" integer,
	"judge" "judge" NOT NULL,
	"judged_at" timestamp (3) with time zone NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "past_value_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
CREATE TABLE "past_verdict" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"row_id" uuid NOT NULL,
	"criterion_id" uuid NOT NULL,
	"verdict" "verdict_value",
	"reason" "verdict_reason" NOT NULL,
	"note" text,
	"page_id" uuid,
	"quote" text,
	"start" integer,
	"end" integer,
	"judge" "judge" NOT NULL,
	"judged_at" timestamp (3) with time zone NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "past_verdict_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "mode" text DEFAULT 'search' NOT NULL;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "only" jsonb;--> statement-breakpoint
ALTER TABLE "past_value" ADD CONSTRAINT "past_value_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_value" ADD CONSTRAINT "past_value_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_value" ADD CONSTRAINT "past_value_enrichment_id_enrichment_id_fk" FOREIGN KEY ("enrichment_id") REFERENCES "public"."enrichment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_verdict" ADD CONSTRAINT "past_verdict_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_verdict" ADD CONSTRAINT "past_verdict_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_verdict" ADD CONSTRAINT "past_verdict_criterion_id_criterion_id_fk" FOREIGN KEY ("criterion_id") REFERENCES "public"."criterion"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "past_value_cell" ON "past_value" USING btree ("row_id","enrichment_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "past_value_enrichment" ON "past_value" USING btree ("enrichment_id");--> statement-breakpoint
CREATE INDEX "past_value_page" ON "past_value" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "past_verdict_cell" ON "past_verdict" USING btree ("row_id","criterion_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "past_verdict_criterion" ON "past_verdict" USING btree ("criterion_id");--> statement-breakpoint
CREATE INDEX "past_verdict_page" ON "past_verdict" USING btree ("page_id");