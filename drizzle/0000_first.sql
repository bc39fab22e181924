CREATE TYPE "public"."candidate_state" AS ENUM('found', 'done', 'duplicate', 'unreadable');--> statement-breakpoint
CREATE TYPE "public"."category" AS ENUM('people', 'companies', 'research', 'articles', 'posts');--> statement-breakpoint
CREATE TYPE "public"."format" AS ENUM('text', 'url', 'number', 'date');--> statement-breakpoint
CREATE TYPE "public"."judge" AS ENUM('lexical', 'llm');--> statement-breakpoint
CREATE TYPE "public"."row_status" AS ENUM('pending', 'completed', 'failed');--> statement-breakpoint
CREATE TYPE "public"."run_state" AS ENUM('queued', 'running', 'completed', 'cancelled', 'failed');--> statement-breakpoint
CREATE TYPE "public"."value_reason" AS ENUM('stated', 'silent', 'unproved', 'ambiguous', 'range', 'conflict', 'language', 'failed');--> statement-breakpoint
CREATE TYPE "public"."verdict_reason" AS ENUM('stated', 'contradicted', 'silent', 'part', 'unproved', 'ambiguous', 'conflict', 'hypothetical', 'comparison', 'language', 'failed');--> statement-breakpoint
CREATE TYPE "public"."verdict_value" AS ENUM('match', 'partial', 'no_match', 'needs_review');--> statement-breakpoint
CREATE TABLE "candidate" (
	"run_id" uuid NOT NULL,
	"key" text NOT NULL,
	"url" text NOT NULL,
	"title" text NOT NULL,
	"snippet" text NOT NULL,
	"provider" text NOT NULL,
	"page_id" uuid,
	"state" "candidate_state" DEFAULT 'found' NOT NULL,
	"reason" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "candidate_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "candidate_run_id_key_pk" PRIMARY KEY("run_id","key")
);
--> statement-breakpoint
CREATE TABLE "criterion" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webset_id" uuid NOT NULL,
	"label" text NOT NULL,
	"description" text,
	"derived" boolean DEFAULT false NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "criterion_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrichment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webset_id" uuid NOT NULL,
	"label" text NOT NULL,
	"description" text,
	"format" "format" DEFAULT 'text' NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "enrichment_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event" (
	"webset_id" uuid NOT NULL,
	"index" bigint NOT NULL,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"run_id" uuid NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "event_webset_id_index_pk" PRIMARY KEY("webset_id","index")
);
--> statement-breakpoint
CREATE TABLE "event_log" (
	"webset_id" uuid PRIMARY KEY NOT NULL,
	"next_index" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "index_entry" (
	"url" text PRIMARY KEY NOT NULL,
	"page_id" uuid NOT NULL,
	"collection" text NOT NULL,
	"body" text NOT NULL,
	"words" "tsvector" NOT NULL,
	"indexed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"url" text NOT NULL,
	"canonical_url" text,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"blocks" jsonb NOT NULL,
	"links" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"text_version" smallint NOT NULL,
	"published_at" text,
	"language" text,
	"media_type" text NOT NULL,
	"fetched_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "row" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webset_id" uuid NOT NULL,
	"key" text NOT NULL,
	"page_id" uuid NOT NULL,
	"run_id" uuid,
	"url" text NOT NULL,
	"title" text NOT NULL,
	"status" "row_status" DEFAULT 'pending' NOT NULL,
	"match_verdict" "verdict_value",
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "row_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webset_id" uuid NOT NULL,
	"state" "run_state" DEFAULT 'queued' NOT NULL,
	"reason" text,
	"detail" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"stalls" integer DEFAULT 0 NOT NULL,
	"target" integer NOT NULL,
	"max_pages" integer NOT NULL,
	"max_minutes" integer NOT NULL,
	"found" integer DEFAULT 0 NOT NULL,
	"read" integer DEFAULT 0 NOT NULL,
	"unreadable" integer DEFAULT 0 NOT NULL,
	"judged" integer DEFAULT 0 NOT NULL,
	"matched" integer DEFAULT 0 NOT NULL,
	"criterion_ids" uuid[] DEFAULT '{}' NOT NULL,
	"enrichment_ids" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "value" (
	"row_id" uuid NOT NULL,
	"enrichment_id" uuid NOT NULL,
	"value" text,
	"reason" "value_reason" NOT NULL,
	"page_id" uuid,
	"quote" text,
	"start" integer,
	"end" integer,
	"judge" "judge" NOT NULL,
	"note" text,
	"run_id" uuid,
	"judged_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "value_row_id_enrichment_id_pk" PRIMARY KEY("row_id","enrichment_id")
);
--> statement-breakpoint
CREATE TABLE "verdict" (
	"row_id" uuid NOT NULL,
	"criterion_id" uuid NOT NULL,
	"verdict" "verdict_value",
	"reason" "verdict_reason" NOT NULL,
	"page_id" uuid,
	"quote" text,
	"start" integer,
	"end" integer,
	"judge" "judge" NOT NULL,
	"note" text,
	"run_id" uuid,
	"judged_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verdict_row_id_criterion_id_pk" PRIMARY KEY("row_id","criterion_id")
);
--> statement-breakpoint
CREATE TABLE "webset" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text,
	"title" text,
	"original_query" text NOT NULL,
	"category" "category",
	"notes" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "candidate" ADD CONSTRAINT "candidate_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidate" ADD CONSTRAINT "candidate_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criterion" ADD CONSTRAINT "criterion_webset_id_webset_id_fk" FOREIGN KEY ("webset_id") REFERENCES "public"."webset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrichment" ADD CONSTRAINT "enrichment_webset_id_webset_id_fk" FOREIGN KEY ("webset_id") REFERENCES "public"."webset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_webset_id_webset_id_fk" FOREIGN KEY ("webset_id") REFERENCES "public"."webset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_log" ADD CONSTRAINT "event_log_webset_id_webset_id_fk" FOREIGN KEY ("webset_id") REFERENCES "public"."webset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "index_entry" ADD CONSTRAINT "index_entry_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row" ADD CONSTRAINT "row_webset_id_webset_id_fk" FOREIGN KEY ("webset_id") REFERENCES "public"."webset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row" ADD CONSTRAINT "row_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row" ADD CONSTRAINT "row_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run" ADD CONSTRAINT "run_webset_id_webset_id_fk" FOREIGN KEY ("webset_id") REFERENCES "public"."webset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value" ADD CONSTRAINT "value_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value" ADD CONSTRAINT "value_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value" ADD CONSTRAINT "value_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value" ADD CONSTRAINT "value_enrichment_id_enrichment_id_fk" FOREIGN KEY ("enrichment_id") REFERENCES "public"."enrichment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict" ADD CONSTRAINT "verdict_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict" ADD CONSTRAINT "verdict_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict" ADD CONSTRAINT "verdict_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict" ADD CONSTRAINT "verdict_criterion_id_criterion_id_fk" FOREIGN KEY ("criterion_id") REFERENCES "public"."criterion"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "candidate_next" ON "candidate" USING btree ("run_id","position") WHERE state = 'found';--> statement-breakpoint
CREATE INDEX "candidate_page" ON "candidate" USING btree ("page_id");--> statement-breakpoint
CREATE UNIQUE INDEX "criterion_label" ON "criterion" USING btree ("webset_id","label");--> statement-breakpoint
CREATE UNIQUE INDEX "enrichment_label" ON "enrichment" USING btree ("webset_id","label");--> statement-breakpoint
CREATE INDEX "index_entry_words" ON "index_entry" USING gin ("words");--> statement-breakpoint
CREATE INDEX "index_entry_page" ON "index_entry" USING btree ("page_id");--> statement-breakpoint
CREATE UNIQUE INDEX "page_version" ON "page" USING btree ("url","sha256","text_version");--> statement-breakpoint
CREATE INDEX "page_url" ON "page" USING btree ("url","fetched_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "rate_limit_expire" ON "rate_limit" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "row_entity" ON "row" USING btree ("webset_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "row_order" ON "row" USING btree ("webset_id","position");--> statement-breakpoint
CREATE INDEX "row_page" ON "row" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "row_run" ON "row" USING btree ("run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "run_one_alive" ON "run" USING btree ("webset_id") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "run_webset" ON "run" USING btree ("webset_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "value_enrichment" ON "value" USING btree ("enrichment_id");--> statement-breakpoint
CREATE INDEX "value_page" ON "value" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "value_run" ON "value" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "verdict_criterion" ON "verdict" USING btree ("criterion_id");--> statement-breakpoint
CREATE INDEX "verdict_page" ON "verdict" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "verdict_run" ON "verdict" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "webset_owner" ON "webset" USING btree ("owner_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);