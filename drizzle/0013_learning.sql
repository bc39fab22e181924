ALTER TYPE "public"."judge" ADD VALUE 'learned';--> statement-breakpoint
ALTER TYPE "public"."verdict_reason" ADD VALUE 'learned';--> statement-breakpoint
ALTER TYPE "public"."verdict_reason" ADD VALUE 'unsupported';--> statement-breakpoint
CREATE TABLE "row_review" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"row_id" uuid NOT NULL,
	"wrong_kind" boolean NOT NULL,
	"reviewer_id" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "row_review_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "value_review" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"row_id" uuid NOT NULL,
	"enrichment_id" uuid NOT NULL,
	"value" text,
	"withdrawn" boolean DEFAULT false NOT NULL,
	"page_id" uuid,
	"quote" text,
	"start" integer,
	"end" integer,
	"reviewer_id" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "value_review_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "column_score" (
	"row_id" uuid NOT NULL,
	"enrichment_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"score" jsonb NOT NULL,
	CONSTRAINT "column_score_row_id_enrichment_id_pk" PRIMARY KEY("row_id","enrichment_id")
);
--> statement-breakpoint
CREATE TABLE "criterion_score" (
	"row_id" uuid NOT NULL,
	"criterion_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"score" jsonb NOT NULL,
	"passages" integer[] NOT NULL,
	"ruled" "verdict_value",
	"ruled_reason" "verdict_reason",
	"ruled_start" integer,
	"ruled_end" integer,
	CONSTRAINT "criterion_score_row_id_criterion_id_pk" PRIMARY KEY("row_id","criterion_id")
);
--> statement-breakpoint
CREATE TABLE "row_score" (
	"row_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"score" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "value_suggestion" (
	"row_id" uuid NOT NULL,
	"enrichment_id" uuid NOT NULL,
	"value" text NOT NULL,
	"likelihood" real NOT NULL,
	"page_id" uuid,
	"quote" text,
	"start" integer,
	"end" integer,
	CONSTRAINT "value_suggestion_row_id_enrichment_id_pk" PRIMARY KEY("row_id","enrichment_id")
);
--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "page_id" uuid;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "quote" text;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "start" integer;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "end" integer;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "before" real;--> statement-breakpoint
ALTER TABLE "row" ADD COLUMN "wrong_kind" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "row" ADD COLUMN "likelihood" real;--> statement-breakpoint
ALTER TABLE "verdict" ADD COLUMN "probability" real;--> statement-breakpoint
ALTER TABLE "verdict" ADD COLUMN "answers" integer;--> statement-breakpoint
ALTER TABLE "criterion" ADD COLUMN "answers_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "criterion" ADD COLUMN "learned_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "criterion" ADD COLUMN "learning" jsonb;--> statement-breakpoint
ALTER TABLE "enrichment" ADD COLUMN "answers_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "enrichment" ADD COLUMN "learned_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "row_review" ADD CONSTRAINT "row_review_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_review" ADD CONSTRAINT "row_review_reviewer_id_auth_user_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."auth_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_review" ADD CONSTRAINT "value_review_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_review" ADD CONSTRAINT "value_review_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_review" ADD CONSTRAINT "value_review_reviewer_id_auth_user_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."auth_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_review" ADD CONSTRAINT "value_review_enrichment_id_enrichment_id_fk" FOREIGN KEY ("enrichment_id") REFERENCES "public"."enrichment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "column_score" ADD CONSTRAINT "column_score_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "column_score" ADD CONSTRAINT "column_score_enrichment_id_enrichment_id_fk" FOREIGN KEY ("enrichment_id") REFERENCES "public"."enrichment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criterion_score" ADD CONSTRAINT "criterion_score_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criterion_score" ADD CONSTRAINT "criterion_score_criterion_id_criterion_id_fk" FOREIGN KEY ("criterion_id") REFERENCES "public"."criterion"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_score" ADD CONSTRAINT "row_score_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_suggestion" ADD CONSTRAINT "value_suggestion_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_suggestion" ADD CONSTRAINT "value_suggestion_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_suggestion" ADD CONSTRAINT "value_suggestion_enrichment_id_enrichment_id_fk" FOREIGN KEY ("enrichment_id") REFERENCES "public"."enrichment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "row_review_row" ON "row_review" USING btree ("row_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "row_review_reviewer" ON "row_review" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "value_review_cell" ON "value_review" USING btree ("row_id","enrichment_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "value_review_enrichment" ON "value_review" USING btree ("enrichment_id");--> statement-breakpoint
CREATE INDEX "value_review_reviewer" ON "value_review" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "value_review_page" ON "value_review" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "column_score_enrichment" ON "column_score" USING btree ("enrichment_id");--> statement-breakpoint
CREATE INDEX "criterion_score_criterion" ON "criterion_score" USING btree ("criterion_id");--> statement-breakpoint
CREATE INDEX "value_suggestion_enrichment" ON "value_suggestion" USING btree ("enrichment_id");--> statement-breakpoint
CREATE INDEX "value_suggestion_page" ON "value_suggestion" USING btree ("page_id");--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_page" ON "review" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "row_likelihood" ON "row" USING btree ("webset_id",coalesce(likelihood, -1) desc,"position");