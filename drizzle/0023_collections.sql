CREATE TYPE "public"."collection_kind" AS ENUM('samples', 'operator', 'uploaded');--> statement-breakpoint
CREATE TABLE "collection" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" "collection_kind" NOT NULL,
	"owner_id" text,
	"name" text NOT NULL,
	"source" text,
	"token" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collection_owned" CHECK (owner_id is null or kind = 'uploaded')
);
--> statement-breakpoint
DROP INDEX "page_version";--> statement-breakpoint
CREATE UNIQUE INDEX "collection_source" ON "collection" USING btree ("kind","source");--> statement-breakpoint
INSERT INTO "collection" ("kind", "name", "source")
SELECT CASE WHEN "collection" LIKE 'samples:%' THEN 'samples' ELSE 'operator' END::collection_kind,
	CASE WHEN "collection" LIKE 'samples:%' THEN 'Sample web' ELSE left("collection", 120) END,
	regexp_replace("collection", '^samples:', '')
FROM "index_entry" GROUP BY "collection";--> statement-breakpoint
ALTER TABLE "index_entry" ADD COLUMN "collection_id" uuid;--> statement-breakpoint
UPDATE "index_entry" e SET "collection_id" = c."id" FROM "collection" c
WHERE c."source" = regexp_replace(e."collection", '^samples:', '') AND c."kind" = CASE WHEN e."collection" LIKE 'samples:%' THEN 'samples' ELSE 'operator' END::collection_kind;--> statement-breakpoint
ALTER TABLE "index_entry" ALTER COLUMN "collection_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "index_entry" DROP CONSTRAINT "index_entry_pkey";--> statement-breakpoint
ALTER TABLE "index_entry" ADD CONSTRAINT "index_entry_collection_id_url_pk" PRIMARY KEY("collection_id","url");--> statement-breakpoint
ALTER TABLE "index_entry" ADD COLUMN "path" text;--> statement-breakpoint
ALTER TABLE "page" ADD COLUMN "collection_id" uuid;--> statement-breakpoint
ALTER TABLE "webset" ADD COLUMN "collection_ids" uuid[];--> statement-breakpoint
ALTER TABLE "webset" ADD COLUMN "search_web" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "collection" ADD CONSTRAINT "collection_owner_id_auth_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."auth_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_owner" ON "collection" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "collection_token" ON "collection" USING btree ("token");--> statement-breakpoint
ALTER TABLE "index_entry" ADD CONSTRAINT "index_entry_collection_id_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "index_entry_path" ON "index_entry" USING btree ("collection_id","path") WHERE path is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "page_collection" ON "page" USING btree ("collection_id","url","sha256","text_version") WHERE collection_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "page_version" ON "page" USING btree ("url","sha256","text_version") WHERE collection_id is null;--> statement-breakpoint
ALTER TABLE "index_entry" DROP COLUMN "collection";