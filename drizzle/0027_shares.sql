CREATE TYPE "public"."share_access" AS ENUM('read', 'edit');--> statement-breakpoint
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
ALTER TABLE "share" ADD CONSTRAINT "share_webset_id_webset_id_fk" FOREIGN KEY ("webset_id") REFERENCES "public"."webset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share" ADD CONSTRAINT "share_user_id_auth_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "share_person" ON "share" USING btree ("webset_id","user_id");--> statement-breakpoint
CREATE INDEX "share_user" ON "share" USING btree ("user_id");