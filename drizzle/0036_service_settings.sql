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
ALTER TABLE "service_operator" ADD CONSTRAINT "service_operator_user_id_auth_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
INSERT INTO "service_operator" ("user_id") SELECT "id" FROM "auth_user" ORDER BY "created_at", "id" LIMIT 1;
