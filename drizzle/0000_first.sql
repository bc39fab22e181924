CREATE TYPE "public"."collection_kind" AS ENUM('samples', 'operator', 'uploaded');--> statement-breakpoint
CREATE TYPE "public"."file_state" AS ENUM('waiting', 'read', 'failed');--> statement-breakpoint
CREATE TYPE "public"."merge_action" AS ENUM('merge', 'split');--> statement-breakpoint
CREATE TYPE "public"."merge_reason" AS ENUM('identifier', 'site', 'words', 'person');--> statement-breakpoint
CREATE TYPE "public"."judge" AS ENUM('lexical', 'llm', 'learned', 'imported');--> statement-breakpoint
CREATE TYPE "public"."row_status" AS ENUM('pending', 'completed', 'failed');--> statement-breakpoint
CREATE TYPE "public"."value_reason" AS ENUM('stated', 'alike', 'silent', 'unproved', 'ambiguous', 'range', 'conflict', 'language', 'unanswered', 'failed', 'imported');--> statement-breakpoint
CREATE TYPE "public"."verdict_reason" AS ENUM('stated', 'contradicted', 'silent', 'unrelated', 'part', 'unproved', 'ambiguous', 'conflict', 'hypothetical', 'comparison', 'language', 'disputed', 'unanswered', 'failed', 'learned', 'resembles', 'unlikely', 'presumed', 'regained', 'unsupported');--> statement-breakpoint
CREATE TYPE "public"."verdict_value" AS ENUM('match', 'partial', 'no_match', 'needs_review');--> statement-breakpoint
CREATE TYPE "public"."candidate_state" AS ENUM('found', 'done', 'duplicate', 'unreadable', 'listing');--> statement-breakpoint
CREATE TYPE "public"."run_state" AS ENUM('queued', 'running', 'completed', 'cancelled', 'failed');--> statement-breakpoint
CREATE TYPE "public"."category" AS ENUM('people', 'companies', 'research', 'articles', 'posts');--> statement-breakpoint
CREATE TYPE "public"."format" AS ENUM('text', 'url', 'number', 'date');--> statement-breakpoint
CREATE TYPE "public"."share_access" AS ENUM('read', 'edit');--> statement-breakpoint
CREATE TABLE "auth_account" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_address" (
	"user_id" text NOT NULL,
	"address" text NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_address_user_id_address_pk" PRIMARY KEY("user_id","address")
);
--> statement-breakpoint
CREATE TABLE "auth_session" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth_user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"made_from" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "auth_verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collection" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" "collection_kind" NOT NULL,
	"owner_id" text,
	"name" text NOT NULL,
	"source" text,
	"token" uuid DEFAULT gen_random_uuid() NOT NULL,
	"tables" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collection_owned" CHECK (owner_id is null or kind = 'uploaded')
);
--> statement-breakpoint
CREATE TABLE "collection_file" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"collection_id" uuid NOT NULL,
	"path" text NOT NULL,
	"url" text NOT NULL,
	"served_at" text,
	"media_type" text,
	"body" "bytea",
	"bytes" integer DEFAULT 0 NOT NULL,
	"state" "file_state" DEFAULT 'waiting' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"reason" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "collection_file_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "index_entry" (
	"collection_id" uuid NOT NULL,
	"url" text NOT NULL,
	"page_id" uuid NOT NULL,
	"path" text,
	"body" text NOT NULL,
	"words" "tsvector" NOT NULL,
	"indexed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "index_entry_collection_id_url_pk" PRIMARY KEY("collection_id","url")
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
CREATE TABLE "endpoint_capability" (
	"key" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"output_tokens" integer NOT NULL,
	"learnt_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_answer" (
	"key" text PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"answer" text NOT NULL,
	"made_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_plan" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text,
	"caller" text,
	"request" text NOT NULL,
	"category" "category",
	"state" "run_state" DEFAULT 'queued' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"detail" text,
	"criteria" jsonb,
	"columns" jsonb,
	"max_cost_nano_usd" bigint,
	"cost_nano_usd" bigint DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "spend_day" (
	"day" date PRIMARY KEY NOT NULL,
	"cost_nano_usd" bigint NOT NULL,
	"anonymous_cost_nano_usd" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "http_cache" (
	"url" text PRIMARY KEY NOT NULL,
	"page_id" uuid NOT NULL,
	"etag" text,
	"last_modified" text,
	"fresh_until" timestamp (3) with time zone NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"collection_id" uuid,
	"url" text NOT NULL,
	"canonical_url" text,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"blocks" jsonb NOT NULL,
	"links" jsonb NOT NULL,
	"hints" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sha256" text NOT NULL,
	"text_version" smallint NOT NULL,
	"published_at" text,
	"dates" jsonb,
	"language" text,
	"media_type" text NOT NULL,
	"fetched_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "recording_entry" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recording_entry_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"data" jsonb NOT NULL,
	"page_id" uuid
);
--> statement-breakpoint
CREATE TABLE "merged_value" (
	"row_id" uuid NOT NULL,
	"enrichment_id" uuid NOT NULL,
	"from_row_id" uuid NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "merged_value_row_id_enrichment_id_pk" PRIMARY KEY("row_id","enrichment_id")
);
--> statement-breakpoint
CREATE TABLE "merged_verdict" (
	"row_id" uuid NOT NULL,
	"criterion_id" uuid NOT NULL,
	"from_row_id" uuid NOT NULL,
	"verdict" "verdict_value",
	"reason" "verdict_reason" NOT NULL,
	CONSTRAINT "merged_verdict_row_id_criterion_id_pk" PRIMARY KEY("row_id","criterion_id")
);
--> statement-breakpoint
CREATE TABLE "review" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"row_id" uuid NOT NULL,
	"criterion_id" uuid NOT NULL,
	"verdict" "verdict_value",
	"note" text,
	"page_id" uuid,
	"quote" text,
	"start" integer,
	"end" integer,
	"before" real,
	"reviewer_id" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "review_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "row_merge" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"row_id" uuid NOT NULL,
	"into_id" uuid NOT NULL,
	"action" "merge_action" NOT NULL,
	"reason" "merge_reason" NOT NULL,
	"note" text,
	"reviewer_id" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "row_merge_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "row_review" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"row_id" uuid NOT NULL,
	"wrong_kind" boolean NOT NULL,
	"reviewer_id" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "row_review_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "title_review" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"row_id" uuid NOT NULL,
	"title" text,
	"reviewer_id" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "title_review_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
CREATE TABLE "row" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webset_id" uuid NOT NULL,
	"key" text NOT NULL,
	"page_id" uuid NOT NULL,
	"run_id" uuid,
	"url" text NOT NULL,
	"title" text NOT NULL,
	"corrected_title" text,
	"title_hash" text GENERATED ALWAYS AS (md5(regexp_replace(lower(title), '[^[:alnum:]]+', ' ', 'g'))) STORED NOT NULL,
	"site" text DEFAULT '' NOT NULL,
	"identifier" text,
	"note" text,
	"status" "row_status" DEFAULT 'pending' NOT NULL,
	"match_verdict" "verdict_value",
	"no_by_answers" boolean DEFAULT false NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"wrong_kind" boolean DEFAULT false NOT NULL,
	"likelihood" real,
	"merged_into" uuid,
	"page_count" integer DEFAULT 1 NOT NULL,
	"name" text,
	"website" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "row_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "row_source" (
	"row_id" uuid NOT NULL,
	"url" text NOT NULL,
	CONSTRAINT "row_source_row_id_url_pk" PRIMARY KEY("row_id","url")
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
	"attempts" integer DEFAULT 1 NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"cost_nano_usd" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "value_row_id_enrichment_id_pk" PRIMARY KEY("row_id","enrichment_id")
);
--> statement-breakpoint
CREATE TABLE "verdict" (
	"row_id" uuid NOT NULL,
	"criterion_id" uuid NOT NULL,
	"verdict" "verdict_value",
	"reason" "verdict_reason" NOT NULL,
	"probability" real,
	"answers" integer,
	"foreseen" real,
	"likest" integer,
	"likest_yes" integer,
	"likest_no" integer,
	"page_id" uuid,
	"quote" text,
	"start" integer,
	"end" integer,
	"judge" "judge" NOT NULL,
	"note" text,
	"run_id" uuid,
	"judged_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"cost_nano_usd" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "verdict_row_id_criterion_id_pk" PRIMARY KEY("row_id","criterion_id")
);
--> statement-breakpoint
CREATE TABLE "candidate" (
	"run_id" uuid NOT NULL,
	"key" text NOT NULL,
	"url" text NOT NULL,
	"title" text NOT NULL,
	"snippet" text NOT NULL,
	"provider" text NOT NULL,
	"text" text,
	"published_at" text,
	"depth" smallint DEFAULT 0 NOT NULL,
	"listed_by" text,
	"page_id" uuid,
	"state" "candidate_state" DEFAULT 'found' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"begun_in" integer,
	"given_up" boolean DEFAULT false NOT NULL,
	"reason" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "candidate_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "candidate_run_id_key_pk" PRIMARY KEY("run_id","key")
);
--> statement-breakpoint
CREATE TABLE "import_line" (
	"run_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"address" text,
	"name" text,
	"values" jsonb NOT NULL,
	"note" text,
	"key" text,
	"reason" text,
	"row_id" uuid,
	CONSTRAINT "import_line_run_id_line_pk" PRIMARY KEY("run_id","line")
);
--> statement-breakpoint
CREATE TABLE "run" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webset_id" uuid NOT NULL,
	"caller" text,
	"mode" text DEFAULT 'search' NOT NULL,
	"only" jsonb,
	"state" "run_state" DEFAULT 'queued' NOT NULL,
	"reason" text,
	"detail" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"stalls" integer DEFAULT 0 NOT NULL,
	"target" integer NOT NULL,
	"max_pages" integer NOT NULL,
	"max_minutes" integer NOT NULL,
	"max_searches" integer DEFAULT 60 NOT NULL,
	"max_cost_nano_usd" bigint,
	"cost_nano_usd" bigint DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"judge_share" real,
	"raised_share" real,
	"saved" jsonb DEFAULT '{"inputTokens":0,"outputTokens":0,"costNanoUsd":0}'::jsonb NOT NULL,
	"found" integer DEFAULT 0 NOT NULL,
	"read" integer DEFAULT 0 NOT NULL,
	"unreadable" integer DEFAULT 0 NOT NULL,
	"judged" integer DEFAULT 0 NOT NULL,
	"matched" integer DEFAULT 0 NOT NULL,
	"searches" integer DEFAULT 0 NOT NULL,
	"criterion_ids" uuid[] DEFAULT '{}' NOT NULL,
	"enrichment_ids" uuid[] DEFAULT '{}' NOT NULL,
	"queries" text[],
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"taken_at" timestamp (3) with time zone,
	"held_ms" bigint DEFAULT 0 NOT NULL,
	"hand_over" text,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "run_provider" (
	"run_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"asked" integer DEFAULT 0 NOT NULL,
	"brought" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "run_provider_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "run_provider_run_id_provider_pk" PRIMARY KEY("run_id","provider")
);
--> statement-breakpoint
CREATE TABLE "run_query" (
	"run_id" uuid NOT NULL,
	"text" text NOT NULL,
	"family" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "run_query_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "run_query_run_id_text_pk" PRIMARY KEY("run_id","text")
);
--> statement-breakpoint
CREATE TABLE "search" (
	"run_id" uuid NOT NULL,
	"page" smallint NOT NULL,
	"query" text NOT NULL,
	"seen" integer NOT NULL,
	"fresh" integer NOT NULL,
	"keys" text[] DEFAULT '{}' NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "search_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "search_run_id_page_query_pk" PRIMARY KEY("run_id","page","query")
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
	"ruled_by" jsonb,
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
CREATE TABLE "service_operator" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"user_id" text,
	CONSTRAINT "service_operator_only" CHECK ("service_operator"."only")
);
--> statement-breakpoint
CREATE TABLE "service_setting" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pause" (
	"key" text PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registry_host" (
	"registrant" text NOT NULL,
	"host" text NOT NULL,
	"found_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registry_host_registrant_host_pk" PRIMARY KEY("registrant","host")
);
--> statement-breakpoint
CREATE TABLE "service_call" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service_call_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"answers" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "criterion" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webset_id" uuid NOT NULL,
	"label" text NOT NULL,
	"description" text,
	"derived" boolean DEFAULT false NOT NULL,
	"required" boolean DEFAULT true NOT NULL,
	"answers_version" integer DEFAULT 0 NOT NULL,
	"learned_version" integer DEFAULT 0 NOT NULL,
	"learning" jsonb,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "criterion_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrichment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webset_id" uuid NOT NULL,
	"label" text NOT NULL,
	"description" text,
	"format" "format" DEFAULT 'text' NOT NULL,
	"answers_version" integer DEFAULT 0 NOT NULL,
	"learned_version" integer DEFAULT 0 NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "enrichment_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"share_id" uuid NOT NULL,
	"webset_id" uuid NOT NULL,
	"user_id" text,
	"access" "share_access" NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "share_shareId_unique" UNIQUE("share_id")
);
--> statement-breakpoint
CREATE TABLE "webset" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text,
	"title" text,
	"original_query" text NOT NULL,
	"category" "category",
	"notes" text,
	"collection_ids" uuid[],
	"search_web" boolean DEFAULT true NOT NULL,
	"answers_deny" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webset_view" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webset_id" uuid NOT NULL,
	"name" text NOT NULL,
	"contents" jsonb NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webset_view_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_account" ADD CONSTRAINT "auth_account_user_id_auth_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_address" ADD CONSTRAINT "auth_address_user_id_auth_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_session" ADD CONSTRAINT "auth_session_user_id_auth_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection" ADD CONSTRAINT "collection_owner_id_auth_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."auth_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_file" ADD CONSTRAINT "collection_file_collection_id_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "index_entry" ADD CONSTRAINT "index_entry_collection_id_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "index_entry" ADD CONSTRAINT "index_entry_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_webset_id_webset_id_fk" FOREIGN KEY ("webset_id") REFERENCES "public"."webset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_log" ADD CONSTRAINT "event_log_webset_id_webset_id_fk" FOREIGN KEY ("webset_id") REFERENCES "public"."webset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_choice" ADD CONSTRAINT "judge_choice_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_choice" ADD CONSTRAINT "judge_choice_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_plan" ADD CONSTRAINT "model_plan_owner_id_auth_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."auth_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "http_cache" ADD CONSTRAINT "http_cache_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_value" ADD CONSTRAINT "past_value_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_value" ADD CONSTRAINT "past_value_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_value" ADD CONSTRAINT "past_value_enrichment_id_enrichment_id_fk" FOREIGN KEY ("enrichment_id") REFERENCES "public"."enrichment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_verdict" ADD CONSTRAINT "past_verdict_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_verdict" ADD CONSTRAINT "past_verdict_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_verdict" ADD CONSTRAINT "past_verdict_criterion_id_criterion_id_fk" FOREIGN KEY ("criterion_id") REFERENCES "public"."criterion"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_entry" ADD CONSTRAINT "recording_entry_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_entry" ADD CONSTRAINT "recording_entry_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_value" ADD CONSTRAINT "merged_value_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_value" ADD CONSTRAINT "merged_value_from_row_id_row_id_fk" FOREIGN KEY ("from_row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_value" ADD CONSTRAINT "merged_value_enrichment_id_enrichment_id_fk" FOREIGN KEY ("enrichment_id") REFERENCES "public"."enrichment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_verdict" ADD CONSTRAINT "merged_verdict_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_verdict" ADD CONSTRAINT "merged_verdict_from_row_id_row_id_fk" FOREIGN KEY ("from_row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_verdict" ADD CONSTRAINT "merged_verdict_criterion_id_criterion_id_fk" FOREIGN KEY ("criterion_id") REFERENCES "public"."criterion"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_reviewer_id_auth_user_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."auth_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_criterion_id_criterion_id_fk" FOREIGN KEY ("criterion_id") REFERENCES "public"."criterion"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_merge" ADD CONSTRAINT "row_merge_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_merge" ADD CONSTRAINT "row_merge_into_id_row_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_merge" ADD CONSTRAINT "row_merge_reviewer_id_auth_user_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."auth_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_review" ADD CONSTRAINT "row_review_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_review" ADD CONSTRAINT "row_review_reviewer_id_auth_user_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."auth_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "title_review" ADD CONSTRAINT "title_review_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "title_review" ADD CONSTRAINT "title_review_reviewer_id_auth_user_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."auth_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_review" ADD CONSTRAINT "value_review_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_review" ADD CONSTRAINT "value_review_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_review" ADD CONSTRAINT "value_review_reviewer_id_auth_user_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."auth_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_review" ADD CONSTRAINT "value_review_enrichment_id_enrichment_id_fk" FOREIGN KEY ("enrichment_id") REFERENCES "public"."enrichment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row" ADD CONSTRAINT "row_webset_id_webset_id_fk" FOREIGN KEY ("webset_id") REFERENCES "public"."webset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row" ADD CONSTRAINT "row_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row" ADD CONSTRAINT "row_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row" ADD CONSTRAINT "row_merged_into_row_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_source" ADD CONSTRAINT "row_source_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value" ADD CONSTRAINT "value_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value" ADD CONSTRAINT "value_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value" ADD CONSTRAINT "value_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value" ADD CONSTRAINT "value_enrichment_id_enrichment_id_fk" FOREIGN KEY ("enrichment_id") REFERENCES "public"."enrichment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict" ADD CONSTRAINT "verdict_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict" ADD CONSTRAINT "verdict_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict" ADD CONSTRAINT "verdict_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict" ADD CONSTRAINT "verdict_criterion_id_criterion_id_fk" FOREIGN KEY ("criterion_id") REFERENCES "public"."criterion"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidate" ADD CONSTRAINT "candidate_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidate" ADD CONSTRAINT "candidate_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_line" ADD CONSTRAINT "import_line_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run" ADD CONSTRAINT "run_webset_id_webset_id_fk" FOREIGN KEY ("webset_id") REFERENCES "public"."webset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_provider" ADD CONSTRAINT "run_provider_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_query" ADD CONSTRAINT "run_query_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search" ADD CONSTRAINT "search_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "column_score" ADD CONSTRAINT "column_score_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "column_score" ADD CONSTRAINT "column_score_enrichment_id_enrichment_id_fk" FOREIGN KEY ("enrichment_id") REFERENCES "public"."enrichment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criterion_score" ADD CONSTRAINT "criterion_score_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criterion_score" ADD CONSTRAINT "criterion_score_criterion_id_criterion_id_fk" FOREIGN KEY ("criterion_id") REFERENCES "public"."criterion"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_score" ADD CONSTRAINT "row_score_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_suggestion" ADD CONSTRAINT "value_suggestion_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_suggestion" ADD CONSTRAINT "value_suggestion_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_suggestion" ADD CONSTRAINT "value_suggestion_enrichment_id_enrichment_id_fk" FOREIGN KEY ("enrichment_id") REFERENCES "public"."enrichment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_operator" ADD CONSTRAINT "service_operator_user_id_auth_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criterion" ADD CONSTRAINT "criterion_webset_id_webset_id_fk" FOREIGN KEY ("webset_id") REFERENCES "public"."webset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrichment" ADD CONSTRAINT "enrichment_webset_id_webset_id_fk" FOREIGN KEY ("webset_id") REFERENCES "public"."webset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share" ADD CONSTRAINT "share_webset_id_webset_id_fk" FOREIGN KEY ("webset_id") REFERENCES "public"."webset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share" ADD CONSTRAINT "share_user_id_auth_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webset" ADD CONSTRAINT "webset_owner_id_auth_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."auth_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webset_view" ADD CONSTRAINT "webset_view_webset_id_webset_id_fk" FOREIGN KEY ("webset_id") REFERENCES "public"."webset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_account_user" ON "auth_account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_session_user" ON "auth_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_session_expires" ON "auth_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_verification_identifier" ON "auth_verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "collection_owner" ON "collection" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "collection_source" ON "collection" USING btree ("kind","source");--> statement-breakpoint
CREATE UNIQUE INDEX "collection_token" ON "collection" USING btree ("token");--> statement-breakpoint
CREATE UNIQUE INDEX "collection_file_url" ON "collection_file" USING btree ("collection_id","url");--> statement-breakpoint
CREATE INDEX "collection_file_waiting" ON "collection_file" USING btree ("collection_id","position") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "index_entry_words" ON "index_entry" USING gin ("words");--> statement-breakpoint
CREATE INDEX "index_entry_page" ON "index_entry" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "index_entry_path" ON "index_entry" USING btree ("collection_id","path") WHERE path is not null;--> statement-breakpoint
CREATE INDEX "judge_choice_row" ON "judge_choice" USING btree ("row_id");--> statement-breakpoint
CREATE INDEX "model_answer_made" ON "model_answer" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "model_plan_caller" ON "model_plan" USING btree ("caller") WHERE caller is not null;--> statement-breakpoint
CREATE INDEX "model_plan_owner" ON "model_plan" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "model_plan_created" ON "model_plan" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "http_cache_page" ON "http_cache" USING btree ("page_id");--> statement-breakpoint
CREATE UNIQUE INDEX "page_version" ON "page" USING btree ("url","sha256","text_version") WHERE collection_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "page_collection" ON "page" USING btree ("collection_id","url","sha256","text_version") WHERE collection_id is not null;--> statement-breakpoint
CREATE INDEX "page_url" ON "page" USING btree ("url","fetched_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "page_sha256" ON "page" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "past_value_cell" ON "past_value" USING btree ("row_id","enrichment_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "past_value_enrichment" ON "past_value" USING btree ("enrichment_id");--> statement-breakpoint
CREATE INDEX "past_value_page" ON "past_value" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "past_verdict_cell" ON "past_verdict" USING btree ("row_id","criterion_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "past_verdict_criterion" ON "past_verdict" USING btree ("criterion_id");--> statement-breakpoint
CREATE INDEX "past_verdict_page" ON "past_verdict" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "recording_entry_run" ON "recording_entry" USING btree ("run_id","position");--> statement-breakpoint
CREATE INDEX "recording_entry_page" ON "recording_entry" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "merged_value_enrichment" ON "merged_value" USING btree ("enrichment_id");--> statement-breakpoint
CREATE INDEX "merged_value_from" ON "merged_value" USING btree ("from_row_id");--> statement-breakpoint
CREATE INDEX "merged_verdict_criterion" ON "merged_verdict" USING btree ("criterion_id");--> statement-breakpoint
CREATE INDEX "merged_verdict_from" ON "merged_verdict" USING btree ("from_row_id");--> statement-breakpoint
CREATE INDEX "review_cell" ON "review" USING btree ("row_id","criterion_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "review_criterion" ON "review" USING btree ("criterion_id");--> statement-breakpoint
CREATE INDEX "review_reviewer" ON "review" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "review_page" ON "review" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "row_merge_row" ON "row_merge" USING btree ("row_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "row_merge_into" ON "row_merge" USING btree ("into_id");--> statement-breakpoint
CREATE INDEX "row_merge_reviewer" ON "row_merge" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "row_review_row" ON "row_review" USING btree ("row_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "row_review_reviewer" ON "row_review" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "title_review_row" ON "title_review" USING btree ("row_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "title_review_reviewer" ON "title_review" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "value_review_cell" ON "value_review" USING btree ("row_id","enrichment_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "value_review_enrichment" ON "value_review" USING btree ("enrichment_id");--> statement-breakpoint
CREATE INDEX "value_review_reviewer" ON "value_review" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "value_review_page" ON "value_review" USING btree ("page_id");--> statement-breakpoint
CREATE UNIQUE INDEX "row_entity" ON "row" USING btree ("webset_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "row_order" ON "row" USING btree ("webset_id","position");--> statement-breakpoint
CREATE INDEX "row_page" ON "row" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "row_run" ON "row" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "row_matching" ON "row" USING btree ("webset_id") WHERE match_verdict = 'match' and not hidden and merged_into is null;--> statement-breakpoint
CREATE INDEX "row_site" ON "row" USING btree ("webset_id","site","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "row_likelihood" ON "row" USING btree ("webset_id",coalesce(likelihood, -1) desc,"position");--> statement-breakpoint
CREATE INDEX "row_title" ON "row" USING btree ("webset_id","title_hash");--> statement-breakpoint
CREATE INDEX "row_identifier" ON "row" USING btree ("webset_id","identifier") WHERE identifier is not null;--> statement-breakpoint
CREATE INDEX "row_website" ON "row" USING btree ("webset_id","website") WHERE website is not null;--> statement-breakpoint
CREATE INDEX "row_merged" ON "row" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "row_no_by_answers" ON "row" USING btree ("webset_id") WHERE no_by_answers;--> statement-breakpoint
CREATE INDEX "row_several" ON "row" USING btree ("webset_id") WHERE page_count > 1;--> statement-breakpoint
CREATE INDEX "row_source_url" ON "row_source" USING btree ("url");--> statement-breakpoint
CREATE INDEX "value_enrichment" ON "value" USING btree ("enrichment_id");--> statement-breakpoint
CREATE INDEX "value_page" ON "value" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "value_run" ON "value" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "verdict_criterion" ON "verdict" USING btree ("criterion_id");--> statement-breakpoint
CREATE INDEX "verdict_page" ON "verdict" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "verdict_run" ON "verdict" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "candidate_next" ON "candidate" USING btree ("run_id","position") WHERE state = 'found';--> statement-breakpoint
CREATE INDEX "candidate_page" ON "candidate" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "candidate_given_up" ON "candidate" USING btree ("key") WHERE given_up;--> statement-breakpoint
CREATE INDEX "import_line_key" ON "import_line" USING btree ("run_id","key");--> statement-breakpoint
CREATE INDEX "import_line_row" ON "import_line" USING btree ("row_id");--> statement-breakpoint
CREATE UNIQUE INDEX "run_one_alive" ON "run" USING btree ("webset_id") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "run_webset" ON "run" USING btree ("webset_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "column_score_enrichment" ON "column_score" USING btree ("enrichment_id");--> statement-breakpoint
CREATE INDEX "criterion_score_criterion" ON "criterion_score" USING btree ("criterion_id");--> statement-breakpoint
CREATE INDEX "value_suggestion_enrichment" ON "value_suggestion" USING btree ("enrichment_id");--> statement-breakpoint
CREATE INDEX "value_suggestion_page" ON "value_suggestion" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "pause_until" ON "pause" USING btree ("until");--> statement-breakpoint
CREATE INDEX "rate_limit_expire" ON "rate_limit" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "service_call_key" ON "service_call" USING btree ("key","until");--> statement-breakpoint
CREATE UNIQUE INDEX "criterion_label" ON "criterion" USING btree ("webset_id","label");--> statement-breakpoint
CREATE UNIQUE INDEX "enrichment_label" ON "enrichment" USING btree ("webset_id","label");--> statement-breakpoint
CREATE UNIQUE INDEX "share_person" ON "share" USING btree ("webset_id","user_id");--> statement-breakpoint
CREATE INDEX "share_user" ON "share" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webset_owner" ON "webset" USING btree ("owner_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "webset_view_name" ON "webset_view" USING btree ("webset_id","name");