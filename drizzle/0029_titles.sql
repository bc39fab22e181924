CREATE TABLE "title_review" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"row_id" uuid NOT NULL,
	"title" text,
	"reviewer_id" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "title_review_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "row" ADD COLUMN "corrected_title" text;--> statement-breakpoint
ALTER TABLE "title_review" ADD CONSTRAINT "title_review_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "title_review" ADD CONSTRAINT "title_review_reviewer_id_auth_user_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."auth_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "title_review_row" ON "title_review" USING btree ("row_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "title_review_reviewer" ON "title_review" USING btree ("reviewer_id");